import { createElement, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Json, JsonSchema } from "../workflow/json.ts";
import { type FormDraft, type FormProblem, readDraft } from "./formDraft.ts";
import { SchemaForm } from "./SchemaForm.tsx";

const schema: JsonSchema = {
  type: "array",
  title: "Lines",
  items: {
    type: "object",
    properties: {
      sku: { type: "string" },
      amount: { type: "integer" },
      size: { enum: ["S", "M"] },
      gift: { type: "boolean" },
    },
    required: ["sku", "amount"],
  },
};

let place: HTMLElement;
let root: Root;
let draft: FormDraft;

/** As an ask holds its form: the draft is kept outside, and problems are read again after a paste. */
function Holder({ first }: { readonly first: Json }) {
  const [now, setNow] = useState<FormDraft>(first);
  const [problems, setProblems] = useState<readonly FormProblem[]>([]);
  const check = (next: FormDraft) => {
    const reading = readDraft(schema, next);
    setProblems(reading.ok ? [] : reading.problems);
  };
  draft = now;
  return createElement(SchemaForm, {
    schema,
    draft: now,
    problems,
    onChange: (next: FormDraft) => {
      draft = next;
      setNow(next);
      if (problems.length > 0) check(next);
    },
    onPasted: () => check(draft),
  });
}

beforeEach(() => {
  place = document.createElement("div");
  document.body.append(place);
  root = createRoot(place);
});

afterEach(() => {
  root.unmount();
  place.remove();
});

const cell = (row: number, column: number) => place.querySelector<HTMLInputElement>(`[data-cell="${row}:${column}"]`);

function paste(target: HTMLElement | null, text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  target?.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}

function type(target: HTMLInputElement | null, text: string): void {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  set?.call(target, text);
  target?.dispatchEvent(new Event("input", { bubbles: true }));
}

const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ sku: `s${index}`, amount: "1" }));

test("of a thousand rows only those in sight are drawn, and typing changes its row alone", async () => {
  root.render(createElement(Holder, { first: rows(1_000) }));
  await expect.poll(() => cell(0, 0)?.value).toBe("s0");
  expect(place.querySelectorAll("[data-cell]").length).toBeLessThan(200);
  expect(place.querySelector("table")?.getAttribute("aria-rowcount")).toBe("1001");
  cell(1, 0)?.focus();
  type(cell(1, 0), "tea");
  await expect.poll(() => (draft as Json[])[1]).toEqual({ sku: "tea", amount: "1" });
  expect(document.activeElement).toBe(cell(1, 0));
  const frame = place.querySelector(".table-frame");
  frame?.scrollTo(0, frame.scrollHeight);
  await expect.poll(() => cell(999, 0)?.value).toBe("s999");
});

test("cells of a spreadsheet are pasted from a cell on; what is wrong stands at its cells and only bad rows can be shown", async () => {
  root.render(createElement(Holder, { first: rows(2) }));
  await expect.poll(() => cell(1, 0)).not.toBeNull();
  paste(cell(1, 0), "tea\t5\tM\tyes\nmilk\tmany\tXL\tmaybe\n");
  await expect.poll(() => (draft as Json[]).length).toBe(3);
  expect((draft as Json[])[1]).toEqual({ sku: "tea", amount: "5", size: 1, gift: true });
  await expect.poll(() => cell(2, 1)?.getAttribute("aria-invalid")).toBe("true");
  expect(cell(2, 1)?.value).toBe("many");
  expect(cell(2, 3)?.value).toBe("maybe");
  expect(place.textContent).toContain("only bad rows (1)");
  place.querySelector<HTMLElement>(".table-foot [role=checkbox]")?.click();
  await expect.poll(() => cell(1, 0)).toBeNull();
  expect(cell(2, 0)?.value).toBe("milk");
  // The row that is being mended stays until the person looks at all rows again.
  type(cell(2, 1), "7");
  await expect.poll(() => cell(2, 1)?.getAttribute("aria-invalid")).toBeNull();
  expect(cell(2, 0)?.value).toBe("milk");
});

test("a text without tab or line break is pasted as usual", async () => {
  root.render(createElement(Holder, { first: rows(1) }));
  await expect.poll(() => cell(0, 0)).not.toBeNull();
  paste(cell(0, 0), "just text, with a comma");
  expect(draft).toEqual(rows(1));
});

test("Enter goes down a row and adds one at the end; arrows stay in the column", async () => {
  root.render(createElement(Holder, { first: rows(2) }));
  await expect.poll(() => cell(0, 1)).not.toBeNull();
  const press = (key: string) =>
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  cell(0, 1)?.focus();
  press("ArrowDown");
  await expect.poll(() => document.activeElement).toBe(cell(1, 1));
  press("Enter");
  await expect.poll(() => (draft as Json[]).length).toBe(3);
  await expect.poll(() => document.activeElement === cell(2, 0) && cell(2, 0) !== null).toBe(true);
});

test("a bad cell that is out of sight is brought into sight when it is first said", async () => {
  const many = rows(1_000).map((row, index) => (index === 900 ? { ...row, amount: "many" } : row));
  root.render(createElement(Holder, { first: many }));
  await expect.poll(() => cell(0, 0)).not.toBeNull();
  expect(cell(900, 1)).toBeNull();
  paste(cell(0, 0), "tea\t2\nmilk\t3");
  await expect.poll(() => cell(900, 1)?.getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => document.activeElement === cell(900, 1)).toBe(true);
});
