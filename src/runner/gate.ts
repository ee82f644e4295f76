/** The kinds of access that the gate orders; `none` never comes here. */
export type GateAccess = "read" | "write";

export interface Gate {
  /** Calls `enter` once when the access is given: at once when it can be, else in order. */
  join(entry: {
    readonly key: string;
    readonly path: string;
    readonly access: GateAccess;
    readonly enter: () => void;
  }): void;
  /** Leaves the queue or lets go of the access. Does nothing for a key that is not here. */
  leave(key: string): void;
  /** Whether it would be given at once. */
  isFree(path: string, access: GateAccess): boolean;
  /** A key that stands in the way of a waiting one. */
  heldBy(key: string): string | undefined;
  list(): readonly {
    readonly path: string;
    readonly holding: readonly string[];
    readonly waiting: readonly string[];
  }[];
}

interface Entry {
  readonly key: string;
  readonly access: GateAccess;
  readonly enter: () => void;
}

interface Queue {
  readonly holding: Entry[];
  readonly waiting: Entry[];
}

/**
 * Access to workspaces (T12): per real path any number of readers or one writer, in the order of arrival, so that a
 * waiting writer is not overtaken by later readers.
 */
export function makeGate(): Gate {
  const queues = new Map<string, Queue>();
  const pathOfKey = new Map<string, string>();

  function mayEnter(queue: Queue, access: GateAccess): boolean {
    return queue.holding.length === 0 || (access === "read" && queue.holding.every((entry) => entry.access === "read"));
  }

  function admit(queue: Queue): void {
    for (let next = queue.waiting[0]; next !== undefined && mayEnter(queue, next.access); next = queue.waiting[0]) {
      queue.waiting.shift();
      queue.holding.push(next);
      next.enter();
    }
  }

  return {
    join({ path, ...entry }) {
      const queue = queues.get(path) ?? { holding: [], waiting: [] };
      queues.set(path, queue);
      pathOfKey.set(entry.key, path);
      queue.waiting.push(entry);
      admit(queue);
    },
    leave(key) {
      const path = pathOfKey.get(key);
      const queue = path === undefined ? undefined : queues.get(path);
      if (path === undefined || queue === undefined) return;
      pathOfKey.delete(key);
      for (const list of [queue.holding, queue.waiting]) {
        const index = list.findIndex((entry) => entry.key === key);
        if (index >= 0) list.splice(index, 1);
      }
      admit(queue);
      if (queue.holding.length === 0 && queue.waiting.length === 0) queues.delete(path);
    },
    isFree(path, access) {
      const queue = queues.get(path);
      return queue === undefined || (queue.waiting.length === 0 && mayEnter(queue, access));
    },
    heldBy(key) {
      const queue = queues.get(pathOfKey.get(key) ?? "");
      return (
        queue?.holding.find((entry) => entry.key !== key)?.key ?? queue?.waiting.find((entry) => entry.key !== key)?.key
      );
    },
    list: () =>
      [...queues].map(([path, { holding, waiting }]) => ({
        path,
        holding: holding.map(({ key }) => key),
        waiting: waiting.map(({ key }) => key),
      })),
  };
}
