// A run whose every side effect can be counted afterwards, and the counting: for the soak and the story of kills.

/** The file of the workspace that the commands append to: one line per round. */
export const effectsFile = "effects.txt";
const members = 4;

/**
 * Rounds, one after the other: a batch of four code steps, a join, and a command that appends the round's number to a
 * file and hands it on. About nine ticks each.
 */
export function countedWorkflow(rounds) {
  const next = `export default async (event, ctx) => {
  const round = event.type === "Start" ? 1 : Number(event.data.stdout.trim()) + 1;
  if (round > ${rounds}) return ctx.to("end", { rounds: round - 1, last: await ctx.store.get("last") });
  return [0, 1, 2, 3].map((member) => ctx.to("items", { round, member }));
};
`;
  return {
    format: "tickwork/workflow@1",
    name: "Counted rounds",
    limits: { maxExecutions: 100_000 },
    steps: {
      next: {
        kind: "code",
        accepts: ["Start", "Noted"],
        emits: { end: "Stop" },
        batches: { items: "Item" },
        config: { source: next },
      },
      work: {
        kind: "code",
        accepts: ["Item"],
        emits: { done: "Worked" },
        workers: members,
        config: { source: "export default (event) => ({ ...event.data, square: event.data.round ** 2 });\n" },
      },
      gather: { kind: "join", accepts: ["Worked"], join: { batch: "all" }, emits: { done: "Gathered" }, config: {} },
      note: {
        kind: "command",
        accepts: ["Gathered"],
        emits: { done: "Noted" },
        set: { last: "data.events[0].data.round" },
        config: { argv: ["tee", "-a", effectsFile], stdin: "{{ event.data.events[0].data.round }}\n" },
      },
    },
  };
}

/** What is wrong with the end of such a run; empty: nothing was lost and nothing happened twice. */
export function findLosses({ rounds, effects, log }) {
  const problems = [];
  const lines = effects.split("\n").filter((line) => line !== "");
  const expected = Array.from({ length: rounds }, (_, index) => String(index + 1));
  if (lines.join() !== expected.join())
    problems.push(
      `${effectsFile} should count from 1 to ${rounds} and holds ${lines.length} lines: ${oddOnes(lines, expected)}`,
    );

  const ticks = ticksOf(log);
  const gap = ticks.findIndex(({ seq }, index) => seq !== index + 1);
  if (gap >= 0) problems.push(`the journal has tick ${ticks[gap].seq} where ${gap + 1} should be`);

  const worked = ticks.flatMap((tick) => returned(tick, "Worked")).map(({ data }) => `${data.round}/${data.member}`);
  const wanted = expected.flatMap((round) => Array.from({ length: members }, (_, member) => `${round}/${member}`));
  if (worked.toSorted().join() !== wanted.toSorted().join())
    problems.push(
      `${wanted.length} members should have worked once each, and ${worked.length} did: ${oddOnes(worked, wanted)}`,
    );

  const ends = ticks.flatMap((tick) => returned(tick, "Stop"));
  if (ends.length !== 1) problems.push(`the run should end once and ended ${ends.length} times`);
  const result = JSON.stringify(ends[0]?.data);
  if (result !== JSON.stringify({ rounds, last: rounds })) problems.push(`the run ended with ${result}`);
  return problems;
}

/** The ticks of a run log. */
export function ticksOf(log) {
  return log
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
    .flatMap((line) => line.tick ?? (typeof line.seq === "number" ? [line] : []));
}

/** The events of this type that the tick's execution returned. */
function returned(tick, type) {
  if (tick.kind !== "execution-finished") return [];
  return tick.results
    .flatMap((result) => (result.kind === "return" ? result.value : []))
    .filter((event) => event?.type === type);
}

/** Which are missing, and which are there more than once. */
function oddOnes(found, expected) {
  const counts = new Map(expected.map((name) => [name, 0]));
  for (const name of found) counts.set(name, (counts.get(name) ?? 0) + 1);
  const odd = [...counts].filter(([, count]) => count !== 1).map(([name, count]) => `${name} × ${count}`);
  return odd.length === 0 ? "in another order" : odd.slice(0, 10).join(", ");
}
