import { expect, test } from "vitest";
import { markdownNodes } from "./Markdown.tsx";

function html(text: string): string {
  const place = document.createElement("div");
  place.append(markdownNodes(text));
  return place.innerHTML.trim();
}

test("Markdown becomes text, lists, tables and links", () => {
  expect(html("**bold** `x`")).toBe("<p><strong>bold</strong> <code>x</code></p>");
  expect(html("[a](https://example.org)")).toContain('rel="noopener noreferrer"');
  expect(html("| a |\n|---|\n| 1 |")).toContain("<td>1</td>");
});

test("nothing of a stranger's text runs, loads or styles", () => {
  const bad = [
    "<script>alert(1)</script>",
    '<img src="https://example.org/pixel.png" onerror="alert(1)">',
    "![pixel](https://example.org/pixel.png)",
    "[x](javascript:alert(1))",
    '<a href="data:text/html,<script>1</script>">x</a>',
    '<div style="background:url(https://example.org)">x</div>',
    "<svg><a xlink:href='javascript:1'>x</a></svg>",
    "<iframe src=https://example.org></iframe>",
    "<form action=https://example.org><input name=a></form>",
  ];
  for (const text of bad)
    expect(html(text)).not.toMatch(/script|onerror|<img|src=|style=|<svg|iframe|<form|<input|javascript|data:/i);
});
