import { expect, test } from "vitest";
import { main } from "./main.ts";

function recorder() {
  const out: string[] = [];
  const err: string[] = [];
  return { out, err, io: { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) } };
}

test("a command line that cannot be understood exits 64 and says on the error stream how to write it", async () => {
  for (const args of [[], ["nonsense"], ["check"], ["check", "--nonsense"], ["check", "no-such-folder"]]) {
    const { out, err, io } = recorder();
    expect(await main(args, io)).toBe(64);
    expect(out).toEqual([]);
    expect(err.join("\n")).toContain("usage: tickwork");
  }
});

test("help is a result: it goes to the output stream and exits 0", async () => {
  const { out, err, io } = recorder();
  expect(await main(["--help"], io)).toBe(0);
  expect(await main(["check", "--help"], io)).toBe(0);
  expect(err).toEqual([]);
  expect(out).toContain("usage: tickwork check FILE|FOLDER… [--rules R1,R2…]");
  const asked = recorder();
  expect(await main(["help", "check"], asked.io)).toBe(0);
  expect(asked.out[0]).toBe("usage: tickwork check FILE|FOLDER… [--rules R1,R2…]");
  expect(await main(["help", "nonsense"], asked.io)).toBe(64);
});
