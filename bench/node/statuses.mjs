// B8: a canvas of a thousand steps, fifty changes of status a second: script time beside bare writes, and late frames.

const measuredMs = 4_000;

export function statusRows({ context, pageUrl, scale, alternate }) {
  const ms = Math.max(1_000, measuredMs * scale.size);

  /** Draws one side anew and looks at it for a while; to watch frames is script, too, so that they are watched apart. */
  async function look(search, frames) {
    const tab = await context.newPage();
    const session = await context.newCDPSession(tab);
    await session.send("Performance.enable");
    const scriptSeconds = async () => {
      const { metrics } = await session.send("Performance.getMetrics");
      return metrics.find(({ name }) => name === "ScriptDuration").value;
    };
    await tab.goto(new URL(`statuses/statuses.html${search}`, await pageUrl()).href);
    await tab.waitForFunction(async () => (await globalThis.seen?.())?.changes > 20, undefined, { timeout: 60_000 });
    // What is compiled and measured at first is no change of status.
    await tab.waitForTimeout(1_500);
    await tab.evaluate((frames) => globalThis.begin(frames), frames);
    const before = await scriptSeconds();
    await tab.waitForTimeout(ms);
    const script = 1_000 * ((await scriptSeconds()) - before);
    const { changes, intervals } = await tab.evaluate(() => globalThis.seen());
    await tab.close();
    return {
      perChange: script / changes,
      late: (100 * intervals.filter((gap) => gap > 17.7).length) / intervals.length,
    };
  }

  return {
    async "B8 script time per status change"() {
      return alternate(
        scale,
        async () => (await look("", false)).perChange,
        async () => (await look("?bare", false)).perChange,
        "ms of script in the page per changed step; the other side writes the same updates into plain elements",
      );
    },
    async "B8 frames over 17.7 ms, %"() {
      const us = [];
      await look("", true);
      for (let n = 0; n < scale.rounds; n++) us.push((await look("", true)).late);
      return { us, note: "% of frames over 17.7 ms of a canvas of 1,000 steps with 50 changes a second" };
    },
  };
}
