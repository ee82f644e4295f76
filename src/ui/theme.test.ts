import { expect, test } from "vitest";
import { parseThemeChoice, resolveTheme } from "./theme.ts";

test("an unknown stored theme counts as the system's", () => {
  expect(parseThemeChoice(null)).toBe("system");
  expect(parseThemeChoice("purple")).toBe("system");
  expect(parseThemeChoice("dark")).toBe("dark");
});

test("only the choice `system` asks the system", () => {
  expect(resolveTheme("system", true)).toBe("dark");
  expect(resolveTheme("system", false)).toBe("light");
  expect(resolveTheme("light", true)).toBe("light");
});
