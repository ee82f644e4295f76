// B7 and B10: a long run after a reload, and the heap that it keeps. `pageUrl`: the bench's own page, built and served.

export function longRunRows({ context, pageUrl, scale, alternate }) {
  const few = Math.max(2_000, Math.round(10_000 * scale.size));
  const many = Math.max(4_000, Math.round(100_000 * scale.size));

  /** Opens the page that drives a run, and lets `look` see it. */
  async function driving(look) {
    const tab = await context.newPage();
    await tab.goto(new URL("heap/heap.html", await pageUrl()).href);
    await tab.waitForFunction(() => globalThis.driveTo);
    try {
      return await look(tab, (ticks) => tab.evaluate((ticks) => globalThis.driveTo(ticks), ticks));
    } finally {
      await tab.close();
    }
  }

  /** A run of so many ticks whose tab was closed in the middle of it. */
  const leave = (ticks) => driving((_tab, driveTo) => driveTo(ticks));

  /** Ms from navigation until the worker moves: it has started, or it has made a step of the run durable. */
  async function untilItMoves(run) {
    const tab = await context.newPage();
    const address = new URL("reload/reload.html", await pageUrl());
    if (run !== undefined) address.searchParams.set("run", run);
    await tab.goto(address.href);
    const moved = await tab.waitForFunction(() => globalThis.moved, undefined, { timeout: 60_000 });
    const ms = await moved.jsonValue();
    await tab.close();
    if (typeof ms !== "number") throw new Error(ms);
    return ms;
  }

  async function heapOf(tab) {
    const session = await context.newCDPSession(tab);
    await session.send("HeapProfiler.enable");
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    await session.detach();
    return usedSize;
  }

  return {
    async "B7 reload at 10,000 ticks"() {
      const run = await leave(few);
      return alternate(
        scale,
        () => untilItMoves(run),
        () => untilItMoves(),
        `ms from navigation until a step of a run of ${few} ticks is durable again; the other side a worker that only answers`,
      );
    },
    async "B7 reload at 100,000 against 10,000"() {
      const [long, short] = [await leave(many), await leave(few)];
      return alternate(
        scale,
        () => untilItMoves(long),
        () => untilItMoves(short),
        `ms from navigation until a step is durable again; ${many} ticks against ${few}`,
      );
    },
    "B10 heap after 100,000 ticks"() {
      return driving(async (tab, driveTo) => {
        const rounds = Math.min(scale.rounds, 3);
        const us = [];
        const other = [];
        for (let round = 0; round < rounds; round++) {
          await tab.reload();
          await tab.waitForFunction(() => globalThis.driveTo);
          await driveTo(1_000);
          other.push(await heapOf(tab));
          await driveTo(many);
          us.push(await heapOf(tab));
        }
        return {
          us,
          other,
          note: `bytes of heap kept after ${many} ticks against after 1,000, run driven in the page`,
        };
      });
    },
    async "B10 opening a log of 50 MB"() {
      const tab = await context.newPage();
      await tab.goto(new URL("heap/openLog.html", await pageUrl()).href);
      await tab.waitForFunction(() => globalThis.openLog);
      const us = [];
      const other = [];
      try {
        for (let round = 0; round < Math.min(scale.rounds, 3); round++) {
          const size = await tab.evaluate((ticks) => globalThis.makeLog(ticks), many);
          const before = await heapOf(tab);
          const session = await context.newCDPSession(tab);
          let open = true;
          let most = before;
          const opened = tab
            .evaluate(() => globalThis.openLog())
            .finally(() => {
              open = false;
            });
          while (open) {
            const { usedSize } = await session.send("Runtime.getHeapUsage");
            most = Math.max(most, usedSize);
            await new Promise((resolve) => setTimeout(resolve, 10));
          }
          await opened;
          await session.detach();
          us.push(most - before);
          other.push(size);
        }
      } finally {
        await tab.close();
      }
      const note = `most bytes of heap above those before while a log of ${many} ticks is imported, garbage included, against the size of the file`;
      return { us, other, note };
    },
  };
}
