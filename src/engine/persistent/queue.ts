/**
 * A first-in-first-out queue that is never changed: two lists, one to take from and one, turned round when the
 * first is used up, to add to. Every operation takes constant time on average, whatever the length. The empty queue
 * is `undefined`.
 *
 * Invariant: `front` is never empty.
 */
export type Queue<T> =
  | { readonly front: Link<T>; readonly back: Link<T> | undefined; readonly size: number }
  | undefined;

interface Link<T> {
  readonly value: T;
  readonly next: Link<T> | undefined;
}

export function lengthOf(queue: Queue<unknown>): number {
  return queue === undefined ? 0 : queue.size;
}

export function push<T>(queue: Queue<T>, value: T): Queue<T> {
  if (queue === undefined) return { front: { value, next: undefined }, back: undefined, size: 1 };
  return { front: queue.front, back: { value, next: queue.back }, size: queue.size + 1 };
}

/** Puts a value before all others. */
export function unshift<T>(queue: Queue<T>, value: T): Queue<T> {
  if (queue === undefined) return { front: { value, next: undefined }, back: undefined, size: 1 };
  return { front: { value, next: queue.front }, back: queue.back, size: queue.size + 1 };
}

export function peek<T>(queue: Queue<T>): T | undefined {
  return queue?.front.value;
}

/** The queue without its first value. */
export function shift<T>(queue: Queue<T>): Queue<T> {
  if (queue === undefined || queue.size === 1) return undefined;
  if (queue.front.next !== undefined) return { front: queue.front.next, back: queue.back, size: queue.size - 1 };
  let front: Link<T> | undefined;
  for (let link = queue.back; link !== undefined; link = link.next) front = { value: link.value, next: front };
  return front && { front, back: undefined, size: queue.size - 1 };
}

export function toArray<T>(queue: Queue<T>): T[] {
  const list: T[] = [];
  for (let link = queue?.front; link !== undefined; link = link.next) list.push(link.value);
  const added: T[] = [];
  for (let link = queue?.back; link !== undefined; link = link.next) added.push(link.value);
  for (let index = added.length - 1; index >= 0; index--) list.push(added[index] as T);
  return list;
}

export function fromArray<T>(list: readonly T[]): Queue<T> {
  let queue: Queue<T>;
  for (let index = list.length - 1; index >= 0; index--) queue = unshift(queue, list[index] as T);
  return queue;
}
