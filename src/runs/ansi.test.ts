import fc from "fast-check";
import { expect, test } from "vitest";
import { type AnsiLine, ansiStart, readAnsi } from "./ansi.ts";

function lines(...pieces: string[]): readonly AnsiLine[] {
  let state = ansiStart;
  const all: AnsiLine[] = [];
  for (const piece of pieces) {
    const read = readAnsi(state, piece);
    all.push(...read.lines);
    state = read.state;
  }
  return state.open.length > 0 ? [...all, state.open] : all;
}

const flat = (text: string): string[] => lines(text).map((line) => line.map((span) => span.text).join(""));

test("colours and weights become spans", () => {
  expect(lines("\x1b[1;32mok\x1b[0m done")).toEqual([
    [
      { text: "ok", style: { bold: true, color: 2 } },
      { text: " done", style: {} },
    ],
  ]);
  expect(lines("\x1b[38;5;196mx\x1b[39m\x1b[48;2;1;2;3my")).toEqual([
    [
      { text: "x", style: { color: "#ff0000" } },
      { text: "y", style: { background: "#010203" } },
    ],
  ]);
  expect(lines("\x1b[91ma\x1b[22mb")[0]?.map((span) => span.style)).toEqual([{ color: 9 }, { color: 9 }]);
});

test("what moves the cursor or names the window prints nothing", () => {
  expect(flat("\x1b[2K\x1b]0;title\x07a\x1b[10;5Hb\x1b(Bc\x07")).toEqual(["abc"]);
});

test("a carriage return starts the line again, as progress bars do", () => {
  expect(flat("10 %\r50 %\r100 %\nend\r\n")).toEqual(["100 %", "end"]);
});

test("HTML is text like any other", () => {
  expect(flat("<img src=x onerror=alert(1)>")).toEqual(["<img src=x onerror=alert(1)>"]);
});

test("the same output gives the same lines however it is cut", () => {
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom("\x1b[31m", "\x1b[0m", "\x1b[1;4m", "\r\n", "\n", "\r", "\x1b]0;t\x07", "\x1b[38;5;20m", "\x1b[2K"),
  );
  fc.assert(
    fc.property(fc.array(part), fc.array(fc.nat(40)), (parts, cuts) => {
      const text = parts.join("");
      const pieces: string[] = [];
      let from = 0;
      for (const length of cuts) {
        pieces.push(text.slice(from, from + length));
        from += length;
      }
      pieces.push(text.slice(from));
      const plain = (all: readonly AnsiLine[]) =>
        all.map((line) => line.flatMap((span) => [...span.text].map((char) => [char, span.style])));
      // Cut inside a surrogate pair both halves are kept, so comparing by character needs the joined text.
      const joined = (all: readonly AnsiLine[]) => all.map((line) => line.map((span) => span.text).join(""));
      expect(joined(lines(...pieces))).toEqual(joined(lines(text)));
      if (!/[\ud800-\udfff]/.test(text)) expect(plain(lines(...pieces))).toEqual(plain(lines(text)));
    }),
  );
});
