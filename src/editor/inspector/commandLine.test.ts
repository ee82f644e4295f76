import fc from "fast-check";
import { expect, test } from "vitest";
import { argvText, commandHint, pastedArguments, readArgv, splitWords } from "./commandLine.ts";

test("arguments survive the text field, whatever they hold", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (argv) => {
      const kept = [...argv];
      // Empty arguments at the end are empty lines, which count as nothing.
      while (kept.length > 0 && kept.at(-1)?.trim() === "" && !/[\n\r]/.test(kept.at(-1) ?? "")) kept.pop();
      expect(readArgv(argvText(kept))).toEqual(kept);
    }),
  );
  expect(readArgv("git\nlog\n--format=%an\n\n")).toEqual(["git", "log", "--format=%an"]);
  expect(readArgv('"a\\nb"')).toEqual(["a\nb"]);
});

test("a line with a pipe is proposed as a shell line", () => {
  expect(commandHint(["git log | sort"])).toEqual({ kind: "shell", line: "git log | sort", because: "|" });
  expect(commandHint(["a", "|", "b"])).toMatchObject({ kind: "shell", line: "a | b" });
  expect(commandHint(["npm test && npm run lint"])).toMatchObject({ kind: "shell", because: "&&" });
  expect(commandHint(["echo $HOME x"])).toMatchObject({ kind: "shell" });
  expect(commandHint(["cd", "/tmp"])).toEqual({ kind: "shell", line: "cd /tmp", because: "cd" });
  expect(commandHint(["export A=1"])).toMatchObject({ kind: "shell", because: "export" });
});

test("plain words on one line are proposed as arguments", () => {
  expect(commandHint(["git log --format=%an"])).toEqual({ kind: "split", argv: ["git", "log", "--format=%an"] });
  expect(commandHint(["grep 'a | b' file"])).toEqual({ kind: "split", argv: ["grep", "a | b", "file"] });
  expect(commandHint(["tee {{ steps.a | x }}.txt y"])).toMatchObject({ kind: "split" });
});

test("a list of arguments is left alone", () => {
  for (const argv of [[], ["npm"], ["git", "log"], ["grep", "a|b"], ["node", "-e", "a > b; c"]])
    expect(commandHint(argv)).toBeNull();
});

test("words split as a shell would", () => {
  expect(splitWords(`a 'b c' "d \\"e" f\\ g ''`)).toEqual(["a", "b c", 'd "e', "f g", ""]);
  expect(splitWords("echo 'open")).toBeNull();
  expect(splitWords("echo {{ steps.a.output }} b")).toEqual(["echo", "{{ steps.a.output }}", "b"]);
});

test("a command line that is pasted into an empty row becomes arguments, and only there", () => {
  expect(pastedArguments("npm run -s lint -- --format 'a b'\n", "")).toEqual([
    ...["npm", "run", "-s", "lint", "--", "--format", "a b"],
  ]);
  expect(pastedArguments("one argument\nanother", "")).toEqual(["one argument", "another"]);
  expect(pastedArguments("two words", "begun")).toBeNull();
  expect(pastedArguments("word", "")).toBeNull();
  expect(pastedArguments("ls | wc", "")).toBeNull();
});
