import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { HashChain } from "./HashChain.ts";

test("a link is SHA-256 of the link before and the bytes of the line, whatever characters it is of and however long", () => {
  const lines = ['{"seq":1}', "", "Grüße 🙂", "a".repeat(4_096), `${"b".repeat(5_000)}é`, '{"seq":2}'];
  const chain = new HashChain();
  let link = Buffer.alloc(0);
  for (const line of lines) {
    chain.add(line);
    link = createHash("sha256").update(link).update(line).digest();
    expect(chain.value).toBe(link.toString("hex"));
    expect(chain.short).toBe(link.toString("hex").slice(0, 4));
  }
});
