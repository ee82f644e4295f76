import type { RunState } from "../engine/runState.ts";
import type { TickBody } from "../engine/tick.ts";

/** Something that waits to become a tick. What it says is decided when its turn comes, not when it was posted. */
export interface InboxEntry {
  /** The tick to journal at `at`, given the state that it will meet; `undefined`: there is nothing to journal any more. */
  body(at: number, state: RunState): TickBody | undefined;
  /** Epoch ms of its tick, where that is known already; left out: when its turn comes. */
  readonly at?: number;
  /** Ask `body` again until it answers `undefined` (deadlines that are due together). */
  readonly repeat?: true;
  /** Whether this object is a reference that whoever made the tick was given; left out: there is none. */
  isGiven?(reference: object): boolean;
  /** Id of the row in the `requests` store that this carries out. */
  readonly request?: string;
  /** Called once: its tick is durable (`seq`), or it needed none (`null`). */
  done?(seq: number | null): void;
}

/** First in, first out, in constant time however long it gets. */
export class Inbox {
  #incoming: InboxEntry[] = [];
  #outgoing: InboxEntry[] = [];

  get empty(): boolean {
    return this.#incoming.length === 0 && this.#outgoing.length === 0;
  }

  add(entry: InboxEntry): void {
    this.#incoming.push(entry);
  }

  take(): InboxEntry | undefined {
    if (this.#outgoing.length === 0) {
      this.#outgoing = this.#incoming.reverse();
      this.#incoming = [];
    }
    return this.#outgoing.pop();
  }
}
