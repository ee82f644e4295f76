import { expect, test } from "vitest";
import { parsePanel } from "./panelSize.ts";

const bounds = { initial: 300, min: 200, max: 500 };

test("a remembered size is kept within the bounds", () => {
  expect(parsePanel('{"size":9000,"collapsed":true}', bounds)).toEqual({ size: 500, collapsed: true });
  expect(parsePanel('{"size":1}', bounds)).toEqual({ size: 200, collapsed: false });
});

test("a broken memory counts as none", () => {
  for (const text of [null, "", "{", "null", "7", '{"size":"big"}', '{"size":null}'])
    expect(parsePanel(text, bounds)).toEqual({ size: 300, collapsed: false });
});
