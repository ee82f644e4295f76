import { expect, test } from "vitest";
import { titleParts } from "./titleParts.ts";

test("a long title keeps its last words, a short one is whole", () => {
  expect(titleParts("Fetch the rates")).toBeNull();
  expect(titleParts("Send the confirmation mail to customer A")).toEqual({
    begin: "Send the confirmation mail ",
    end: "to customer A",
  });
  expect(titleParts("A title that ends with Donaudampfschiff")?.end).toBe("Donaudampfschiff".slice(-10));
});

test("nothing is lost, and no letter is torn", () => {
  for (const title of ["x".repeat(40), "😀".repeat(30), "many words of a title with 😀😀😀😀😀😀😀"]) {
    const parts = titleParts(title);
    expect(`${parts?.begin}${parts?.end}`).toBe(title);
    expect([...(parts?.end ?? "")].join("")).toBe(parts?.end);
  }
});
