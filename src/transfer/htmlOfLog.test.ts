import fc from "fast-check";
import { expect, test } from "vitest";
import { fromBase64 } from "./base64.ts";
import { htmlPieces, logPlace, titlePlace } from "./htmlOfLog.ts";

const viewer = `<title>${titlePlace}</title><script type="text/plain">${logPlace}</script>`;

async function* chunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function html(title: string, bytes: Uint8Array, size: number, page = viewer): Promise<string> {
  let text = "";
  for await (const piece of htmlPieces(page, title, chunks(bytes, size))) text += piece;
  return text;
}

test("the log stands in the page as base64, however its bytes are cut", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 1, max: 9 }), async (bytes, size) => {
      const text = await html("t", bytes, size);
      const [, log = "!"] = /<script type="text\/plain">(.*)<\/script>$/.exec(text) ?? [];
      expect(fromBase64(log)).toEqual(bytes);
    }),
  );
});

test("a name is never read as markup, nor as a pattern of a replacement", async () => {
  const text = await html("</title><script>alert(1)</script>&$&$1", new Uint8Array([1]), 1);
  expect(text).toContain("<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;$&amp;$1</title>");
});

test("a page that is not the viewer is a bug", async () => {
  await expect(html("t", new Uint8Array(), 1, "<html></html>")).rejects.toThrow("not the built viewer");
});
