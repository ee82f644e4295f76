import { describe, expect, test } from "vitest";
import { mentionsIn, renameStepIn, stepsMentionedBy } from "./references.ts";
import { parseTemplate } from "./template.ts";

const expression = (text: string) => mentionsIn({ language: "expression", text }).map(({ root, name }) => [root, name]);

describe("templates", () => {
  test("split into text and expressions", () => {
    expect(parseTemplate("a {{ x }} b")).toEqual({
      ok: true,
      parts: [
        { kind: "text", text: "a " },
        { kind: "expression", source: " x ", start: 4 },
        { kind: "text", text: " b" },
      ],
    });
  });

  test("braces, strings, comments and regular expressions inside do not end an expression", () => {
    for (const source of ['{"a": {"b": 1}}', ' "}}" ', " '}}' & `}}` ", " 1 /* }} */ ", " $match(x, /}}/) "]) {
      expect(parseTemplate(`{{${source}}}.`)).toEqual({
        ok: true,
        parts: [
          { kind: "expression", source, start: 2 },
          { kind: "text", text: "." },
        ],
      });
    }
  });

  test("an expression that never closes is named with its place", () => {
    expect(parseTemplate("ab {{ x }")).toMatchObject({ ok: false, at: 3 });
    expect(parseTemplate("ab {{ x")).toMatchObject({ ok: false, at: 3 });
  });
});

describe("mentions", () => {
  test("roots with the names below them", () => {
    expect(expression("steps.draft.output & $.steps.`a-b`.data & $$.secret.KEY & input.topic")).toEqual([
      ["steps", "draft"],
      ["steps", "a-b"],
      ["secret", "KEY"],
      ["input", "topic"],
    ]);
  });

  test("not in strings, not as a field or a variable", () => {
    expect(expression(`"steps.a" & event.data.steps.b & $steps.c /* steps.d */`)).toEqual([["event", "data"]]);
  });

  test("a division is no regular expression", () => {
    expect(expression("steps.a.output / steps.b.output / 2")).toEqual([
      ["steps", "a"],
      ["steps", "b"],
    ]);
  });

  test("a step that is looked up by its name is named", () => {
    expect(expression("$lookup(steps, 'a').output & $lookup(x, 'b') & $lookup(steps, x)")).toEqual([
      ["steps", "a"],
      ["steps", undefined],
    ]);
    const text = "$lookup(steps, 'a').output";
    expect(renameStepIn({ language: "expression", text }, "a", "b")).toBe("$lookup(steps, 'b').output");
  });

  test("code looks back with ctx", () => {
    const text = `export default async (event, ctx) => (await ctx.step("one")).data + ctx.steps.two.data + steps.three;`;
    expect(mentionsIn({ language: "code", text }).map(({ name }) => name)).toEqual(["one", "two"]);
    const careful = `ctx.steps?.three?.data ?? ctx?.steps?.["four"] ?? ctx.step?.("five") ?? ctx.needs ?.six ?? ctx.steps ? .7 : x`;
    expect(mentionsIn({ language: "code", text: careful }).map(({ name }) => name)).toEqual([
      "three",
      "four",
      "five",
      "six",
    ]);
  });

  test("a step's own texts are all looked at", () => {
    expect(
      stepsMentionedBy({
        kind: "command",
        accepts: ["A"],
        set: { x: "steps.s1.data" },
        config: { argv: ["tee", "{{ steps.s2.data }}"], stdin: "{{ steps.s3.data }}{{ steps.s3.exit }}" },
      }),
    ).toEqual(["s1", "s2", "s3"]);
  });
});

describe("renaming in texts", () => {
  test("changes mentions and nothing else", () => {
    const template = "draft {{ steps.draft.data }} {{ 'draft' & steps.`draft`.exit }} {{ steps.drafts.data }}";
    expect(renameStepIn({ language: "template", text: template }, "draft", "final")).toBe(
      "draft {{ steps.final.data }} {{ 'draft' & steps.final.exit }} {{ steps.drafts.data }}",
    );
  });

  test("writes an id with a dash in backticks, and in code as it was quoted", () => {
    expect(renameStepIn({ language: "expression", text: "steps.a.data" }, "a", "a-b")).toBe("steps.`a-b`.data");
    expect(renameStepIn({ language: "code", text: "ctx.step('a')" }, "a", "a-b")).toBe("ctx.step('a-b')");
    const send = (to: string) => `ctx.send(e, { to: "${to}" }); ctx.to("a", 1)`;
    expect(renameStepIn({ language: "code", text: send("a") }, "a", "b")).toBe(send("b"));
  });
});
