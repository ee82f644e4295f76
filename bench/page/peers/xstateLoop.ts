import { assign, createActor, fromPromise, setup } from "xstate";

/** A loop of `length` steps, each an invoked promise; steps per second. */
export async function xstateLoop(length: number): Promise<number> {
  const machine = setup({
    types: { context: {} as { count: number } },
    actors: { step: fromPromise(async ({ input }: { input: number }) => input + 1) },
  }).createMachine({
    context: { count: 0 },
    initial: "work",
    states: {
      work: {
        invoke: {
          src: "step",
          input: ({ context }) => context.count,
          onDone: [
            {
              guard: ({ event }) => event.output >= length,
              target: "end",
              actions: assign({ count: ({ event }) => event.output }),
            },
            { target: "work", reenter: true, actions: assign({ count: ({ event }) => event.output }) },
          ],
        },
      },
      end: { type: "final" },
    },
  });
  const begin = performance.now();
  const actor = createActor(machine);
  await new Promise<void>((resolve, reject) => {
    actor.subscribe({ complete: resolve, error: reject });
    actor.start();
  });
  return (length / (performance.now() - begin)) * 1_000;
}
