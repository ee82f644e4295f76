/** A set that costs nothing while it is empty and no more than a field with one value: most are one or the other. */
export class LazySet<T extends number> {
  private only: T | undefined;
  /** Takes over as soon as there are two. */
  private set: Set<T> | undefined;

  get size(): number {
    if (this.set !== undefined) return this.set.size;
    return this.only === undefined ? 0 : 1;
  }

  add(value: T): void {
    if (this.set !== undefined) this.set.add(value);
    else if (this.only === undefined) this.only = value;
    else if (this.only !== value) {
      this.set = new Set([this.only, value]);
      this.only = undefined;
    }
  }

  delete(value: T): void {
    if (this.set !== undefined) this.set.delete(value);
    else if (this.only === value) this.only = undefined;
  }

  clear(): void {
    this.only = undefined;
    this.set = undefined;
  }

  /** Whether there is nothing in it but this. */
  holdsOnly(value: T): boolean {
    return this.set === undefined && this.only === value;
  }

  [Symbol.iterator](): Iterator<T> {
    const { only } = this;
    return (this.set ?? (only === undefined ? nothing : [only]))[Symbol.iterator]() as Iterator<T>;
  }
}

const nothing: readonly never[] = [];
