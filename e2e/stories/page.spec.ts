import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";

test("the built page has its root", async () => {
  expect(await readFile("dist/page/index.html", "utf8")).toContain('id="root"');
});
