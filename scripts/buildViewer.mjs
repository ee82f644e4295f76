// Builds the viewer of one run as one HTML file without a place to load anything from: dist/page/viewer.html.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { build } from "vite";

export async function buildViewer() {
  const { output } = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    plugins: [react()],
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      write: false,
      target: "es2023",
      cssCodeSplit: false,
      modulePreload: false,
      assetsInlineLimit: Number.POSITIVE_INFINITY,
      rollupOptions: {
        input: "src/viewer/main.tsx",
        // Only the editor starts workers, and nothing of it runs here.
        transform: { define: { "import.meta": "{}" } },
        output: { format: "iife", codeSplitting: false },
      },
    },
  });
  const scripts = output.filter(({ type }) => type === "chunk");
  const styles = output.filter(({ fileName }) => fileName.endsWith(".css"));
  if (scripts.length !== 1 || styles.length !== 1 || output.length !== 2)
    throw new Error(`The viewer is not one script and one style: ${output.map(({ fileName }) => fileName).join(", ")}`);
  const script = quotable(scripts[0].code);
  const style = String(styles[0].source);
  if (/<\/style/i.test(style)) throw new Error("The style of the viewer would end its element.");
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "img-src data: blob:",
    "font-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const page = readFileSync("src/viewer/viewer.html", "utf8").replace("@policy@", policy);
  const whole = page.replace("/*@style@*/", () => style).replace("/*@script@*/", () => script);
  writeFileSync("dist/page/viewer.html", whole);
}

/** The same program without what an HTML parser takes for tags or comments: in texts and patterns `\x3c` is `<`. */
function quotable(code) {
  return code.replaceAll(/<(?=!--|\/?script)/gi, "\\x3c");
}

function hashOf(text) {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
