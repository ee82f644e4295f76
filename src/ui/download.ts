/** Hands a file to the person. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName(name);
  link.click();
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A name that every file system takes. */
export function fileName(name: string): string {
  const safe = name
    .normalize("NFC")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among those that no file name may hold
    .replaceAll(/[\x00-\x1f\x7f<>:"/\\|?*]+/g, "-")
    .replaceAll(/^[\s.]+|[\s.]+$/g, "");
  return [...safe].slice(0, 120).join("") || "file";
}
