import {
  anything,
  child,
  fieldOf,
  flag,
  isObject,
  listOf,
  nameOf,
  number,
  oneOf,
  report,
  type Shape,
  text,
} from "./shape.ts";

/** Keys of an object, numbers of a list. */
export const path = listOf((value, at) => {
  if (typeof value !== "string" && typeof value !== "number") {
    report(at, `${fieldOf(at)} of a path must be a key or a number; it is ${nameOf(value)}.`);
  }
});

const outcomes = listOf(oneOf("success", "failure", "denial", "cancellation", "skipped", "blocked"));

const valueTests: Readonly<Record<string, Shape>> = {
  equals: anything,
  notEquals: anything,
  in: listOf(anything),
  lt: anything,
  lte: anything,
  gt: anything,
  gte: anything,
  exists: flag,
};

const exitTests: Readonly<Record<string, Shape>> = {
  equals: number,
  in: listOf(number),
  is: oneOf("succeeded", "failed"),
};

/** What stands beside the key that says what is looked at: fixed fields, and exactly one test. */
const forms: Readonly<
  Record<string, { fields: Readonly<Record<string, Shape>>; tests: Readonly<Record<string, Shape>> }>
> = {
  status: { fields: { status: text, in: outcomes }, tests: {} },
  exit: { fields: { exit: text }, tests: exitTests },
  output: { fields: { output: text, path }, tests: valueTests },
  event: { fields: { event: path }, tests: valueTests },
  store: { fields: { store: path }, tests: valueTests },
  step: { fields: { step: text, path }, tests: valueTests },
  all: { fields: { all: listOf((value, at) => condition(value, at)) }, tests: {} },
  any: { fields: { any: listOf((value, at) => condition(value, at)) }, tests: {} },
  not: { fields: { not: (value, at) => condition(value, at) }, tests: {} },
};

/** A condition of T6. */
export const condition: Shape = (value, at) => {
  if (!isObject(value)) return report(at, `${fieldOf(at)} must be a condition; it is ${nameOf(value)}.`);
  const names = Object.keys(forms).filter((name) => Object.hasOwn(value, name));
  const form = names.length === 1 ? forms[names[0] as string] : undefined;
  if (form === undefined) {
    return report(
      at,
      `A condition has exactly one of ${Object.keys(forms)
        .map((name) => `\`${name}\``)
        .join(", ")}.`,
    );
  }
  for (const key of Object.keys(form.fields)) {
    if (!Object.hasOwn(value, key)) report(at, `\`${key}\` is missing in this condition.`);
  }
  const tests = Object.keys(value).filter((key) => !Object.hasOwn(form.fields, key));
  const known = Object.keys(form.tests);
  if (known.length > 0 && tests.length !== 1) {
    report(at, `This condition needs exactly one test: ${known.map((name) => `\`${name}\``).join(", ")}.`);
  }
  for (const [key, entry] of Object.entries(value)) {
    const shape = form.fields[key] ?? (Object.hasOwn(form.tests, key) ? form.tests[key] : undefined);
    if (shape === undefined) report(child(at, key), `\`${key}\` is no part of this condition. Remove it.`);
    else shape(entry, child(at, key));
  }
};
