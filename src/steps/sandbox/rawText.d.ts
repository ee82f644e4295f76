declare module "*?raw" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: this is how the bundler hands over a file's text
  export default text;
}
