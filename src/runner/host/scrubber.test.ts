import fc from "fast-check";
import { expect, test } from "vitest";
import { makeScrubber } from "./scrubber.ts";

function scrub(secrets: readonly string[], ...chunks: readonly (string | Buffer)[]): string {
  const scrubber = makeScrubber(secrets);
  return Buffer.concat([...chunks.map((chunk) => scrubber.add(Buffer.from(chunk))), scrubber.end()]).toString();
}

const secret = 'p4ss wörd/+?&"x';

test("a secret is masked at its length, so that offsets stay", () => {
  expect(scrub(["hunter22"], "the key is hunter22, yes")).toBe("the key is ********, yes");
});

test.each([
  ["base64", (text: string) => Buffer.from(text).toString("base64")],
  ["base64 for addresses", (text: string) => Buffer.from(text).toString("base64url")],
  ["base64 behind one byte", (text: string) => Buffer.from(`:${text}`).toString("base64")],
  ["base64 between others", (text: string) => Buffer.from(`ab${text}cd`).toString("base64")],
  ["hex", (text: string) => Buffer.from(text).toString("hex")],
  ["percent-encoded", (text: string) => encodeURIComponent(text)],
  ["JSON", (text: string) => JSON.stringify({ text })],
])("%s is masked too", (_name, encode) => {
  const encoded = encode(secret);
  const shown = scrub([secret], `before ${encoded} after`);
  expect(shown).toMatch(/^before .*\*{6,}.* after$/);
  // What is left of it are characters that it shares with its neighbours.
  expect(shown.replace(/\*+/, "").length).toBeLessThanOrEqual("before  after".length + 14);
});

test("an encoder that wraps its lines hides nothing", () => {
  const long = "k".repeat(30) + "0123456789".repeat(10);
  const wrapped = Buffer.from(long).toString("base64").replace(/.{76}/g, "$&\n");
  expect(scrub([long], wrapped).replace(/[*\n=]/g, "").length).toBeLessThanOrEqual(1);
});

test("however the output is cut into chunks, nothing of the secret is shown and nothing else is lost", () => {
  const text = `start ${secret} ${Buffer.from(secret).toString("base64")} p4ss p4s${secret}${secret} end`;
  const bytes = Buffer.from(text);
  const whole = scrub([secret], bytes);
  expect(whole).not.toContain("wörd");
  expect(whole).toMatch(/^start \*+ [^ ]*\*+[^ ]* p4ss p4s\*+ end$/);
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length), { maxLength: 12 }), (cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
      const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
      expect(scrub([secret], ...chunks)).toBe(whole);
    }),
  );
});

test("what cannot be the beginning of a secret is shown at once", () => {
  const scrubber = makeScrubber(["hunter22"]);
  expect(scrubber.add(Buffer.from("nothing here")).toString()).toBe("nothing here");
  expect(scrubber.add(Buffer.from("hun")).toString()).toBe("");
  expect(scrubber.add(Buffer.from("gry")).toString()).toBe("hungry");
});

test("without secrets the bytes pass as they are", () => {
  const chunk = Buffer.from([0, 255, 128]);
  expect(makeScrubber([]).add(chunk)).toBe(chunk);
});

test("a form that begins like the rest of another leaves nothing of it over", () => {
  expect(scrub(["abcab", "abXY"], "abcab", "q")).toBe("*****q");
  expect(scrub(["abcd", "abcdef"], "abcd", "ef")).toBe("******");
});
