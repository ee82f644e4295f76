// B11: moments of a long run in the product's own page, from the slider to the picture.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const setsPerPart = 250;

/** Items on several workers that each write many times into the store: nearly all ticks are changes of the store. */
function manyTicks(ticks) {
  const items = Math.max(4, Math.round(ticks / (setsPerPart + 1)));
  return {
    format: "tickwork/workflow@1",
    name: "many ticks",
    steps: {
      split: { kind: "fan-out", accepts: ["Start"], batches: { done: "Part" }, config: { items: `[1..${items}]` } },
      work: {
        kind: "code",
        accepts: ["Part"],
        emits: { done: "Worked" },
        workers: 8,
        config: {
          source: `export default async (event, ctx) => {
  for (let n = 0; n < ${setsPerPart}; n++) await ctx.store.set("part" + (event.data % 20), n);
  return event.data;
};
`,
        },
      },
      gather: { kind: "join", accepts: ["Worked"], join: { batch: "all" }, emits: { done: "All" }, config: {} },
      end: { kind: "stop", accepts: ["All"], config: { result: "$count(event.data.events)" } },
    },
  };
}

export async function scrubberRows({ root, context, program, scale }) {
  const ticks = Math.max(3_000, Math.round(100_000 * scale.size));
  const [file, log] = ["many.workflow.json", "many.runlog.jsonl"].map((name) => join(program.folder, name));
  writeFileSync(file, JSON.stringify(manyTicks(ticks)));
  const made = spawnSync(process.execPath, [join(root, "dist/node/tickwork.js"), "run", file, "--log", log, "--yes"], {
    encoding: "utf8",
    timeout: 180_000,
  });
  if (made.status !== 0) throw new Error(`the long run failed: ${made.stderr}`);

  const tab = await context.newPage();
  await tab.goto(program.url);
  await tab.getByRole("button", { name: "Import", exact: true }).click();
  const chooser = tab.waitForEvent("filechooser");
  await tab.getByRole("button", { name: /Choose files/ }).click();
  await (await chooser).setFiles(log);
  await tab.locator("[data-run]").waitFor({ timeout: 120_000 });
  const slider = tab.getByRole("slider", { name: "Tick" });
  await slider.waitFor();
  // Everything is read when the track is whole.
  await tab.waitForFunction(
    () => document.querySelector(".scrubber-track")?.style.getPropertyValue("--read") === "100%",
    undefined,
    { timeout: 120_000 },
  );

  /** Ms from the input of the slider until the frame after the one that shows the tick, for moments all over the run. */
  const looks = (count) =>
    slider.evaluate(async (input, count) => {
      const last = Number(input.max);
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
      const shown = () => document.querySelector("[data-run]")?.getAttribute("data-seq");
      const frame = () => new Promise((go) => requestAnimationFrame(() => go()));
      const times = [];
      let random = 7;
      for (let look = 0; look < count; look++) {
        random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
        const seq = 1 + (random % (last - 1));
        await frame();
        const begin = performance.now();
        set.call(input, String(seq));
        input.dispatchEvent(new Event("input", { bubbles: true }));
        do await frame();
        while (shown() !== String(seq) && performance.now() - begin < 5_000);
        times.push(performance.now() - begin);
      }
      return times;
    }, count);

  return {
    async "B11 scrubber p95, ms"() {
      await looks(20);
      const us = [];
      for (let round = 0; round < scale.rounds; round++) {
        const times = (await looks(60)).sort((a, b) => a - b);
        us.push(times[Math.floor(times.length * 0.95)]);
      }
      const seq = Number(await slider.getAttribute("max"));
      return { us, note: `ms from the slider to the frame that shows the tick, p95 of 60 random ticks of ${seq}` };
    },
  };
}
