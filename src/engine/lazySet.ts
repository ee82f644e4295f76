/** A set that costs nothing until something is in it: most reductions leave most of theirs empty. */
export class LazySet<T> {
  private set: Set<T> | undefined;

  get size(): number {
    return this.set === undefined ? 0 : this.set.size;
  }

  add(value: T): void {
    this.set ??= new Set();
    this.set.add(value);
  }

  delete(value: T): void {
    this.set?.delete(value);
  }

  clear(): void {
    this.set?.clear();
  }

  [Symbol.iterator](): Iterator<T> {
    return (this.set ?? nothing)[Symbol.iterator]() as Iterator<T>;
  }
}

const nothing: ReadonlySet<unknown> = new Set();
