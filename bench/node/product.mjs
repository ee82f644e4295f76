// The product's own page in the bench's browser, paired with a runner of its own.

/** Opens the page and waits until it is paired. */
export async function openPaired(context, program) {
  const tab = await context.newPage();
  await tab.goto(program.pairUrl);
  await tab.getByRole("button", { name: /Runner: runner · repo/ }).waitFor();
  return tab;
}

/** Runs a workflow to its end and answers its ticks. */
export async function runTicks(tab, workflow, timeoutMs = 120_000) {
  const id = await tab.evaluate((document) => globalThis.tickwork.start(document), workflow);
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const run = await tab.evaluate(async (id) => (await globalThis.tickwork.runs()).find((run) => run.id === id), id);
    if (run?.lifecycle === "completed") {
      if (run.outcome !== "success") throw new Error(`the run ended as ${run.outcome}: ${run.line ?? ""}`);
      break;
    }
    if (Date.now() > deadline) throw new Error(`the run did not end within ${timeoutMs} ms (tick ${run?.seq})`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const log = await tab.evaluate((id) => globalThis.tickwork.export(id), id);
  return log
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
    .flatMap((line) => line.tick ?? (typeof line.seq === "number" ? [line] : []));
}
