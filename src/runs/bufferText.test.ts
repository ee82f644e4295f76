import { expect, test } from "vitest";
import { bufferText } from "./bufferText.ts";

test("[R25] members are counted by type, and what the step takes and has not got is named", () => {
  expect(bufferText(["A", "C", "A"], ["A", "B", "C"])).toBe("A ×2, C; no B yet");
  expect(bufferText(["A", "B"], ["A", "B"])).toBe("A, B");
});
