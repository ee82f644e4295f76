/**
 * A map in the order of its keys that is never changed: each change gives a new map that shares all but one path
 * with the old one. A weight-balanced tree: `put`, `remove`, `find` and `first` take a time logarithmic in the size,
 * so that no tick copies what it does not change. The empty map is `undefined`, which a state can hold for free.
 *
 * Invariant: of two siblings neither weighs more than three times the other (Hirai and Yamamoto, "Balancing
 * weight-balanced trees", 2011: the parameters 3 and 2 keep every path logarithmic through inserts and removals).
 */
export type SortedMap<K, V> = Branch<K, V> | undefined;

interface Branch<K, V> {
  readonly key: K;
  readonly value: V;
  readonly size: number;
  readonly left: SortedMap<K, V>;
  readonly right: SortedMap<K, V>;
}

/** Negative: `a` stands before `b`; zero: the same key. */
export type Compare<K> = (a: K, b: K) => number;

/** Numbers by size, texts by code units. The same everywhere, whatever the locale. */
export function natural<K extends number | string>(a: K, b: K): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function sizeOf(map: SortedMap<unknown, unknown>): number {
  return map === undefined ? 0 : map.size;
}

export function find<K, V>(map: SortedMap<K, V>, key: K, compare: Compare<K>): V | undefined {
  let branch = map;
  while (branch !== undefined) {
    const order = compare(key, branch.key);
    if (order === 0) return branch.value;
    branch = order < 0 ? branch.left : branch.right;
  }
  return undefined;
}

export function put<K, V>(map: SortedMap<K, V>, key: K, value: V, compare: Compare<K>): Branch<K, V> {
  if (map === undefined) return { key, value, size: 1, left: undefined, right: undefined };
  const order = compare(key, map.key);
  if (order === 0) return { key, value, size: map.size, left: map.left, right: map.right };
  return order < 0
    ? balance(map.key, map.value, put(map.left, key, value, compare), map.right)
    : balance(map.key, map.value, map.left, put(map.right, key, value, compare));
}

/** The same map when the key is not in it. */
export function remove<K, V>(map: SortedMap<K, V>, key: K, compare: Compare<K>): SortedMap<K, V> {
  if (map === undefined) return undefined;
  const order = compare(key, map.key);
  if (order === 0) return glue(map.left, map.right);
  if (order < 0) {
    const left = remove(map.left, key, compare);
    return left === map.left ? map : balance(map.key, map.value, left, map.right);
  }
  const right = remove(map.right, key, compare);
  return right === map.right ? map : balance(map.key, map.value, map.left, right);
}

export function first<K, V>(map: SortedMap<K, V>): { readonly key: K; readonly value: V } | undefined {
  let branch = map;
  while (branch?.left !== undefined) branch = branch.left;
  return branch;
}

/** In the order of the keys. `from`: the first key to give. */
export function* entries<K, V>(
  map: SortedMap<K, V>,
  from?: { readonly key: K; readonly compare: Compare<K> },
): Generator<readonly [K, V], void, undefined> {
  const above: Branch<K, V>[] = [];
  let branch = map;
  while (branch !== undefined || above.length > 0) {
    while (branch !== undefined) {
      if (from !== undefined && from.compare(branch.key, from.key) < 0) {
        branch = branch.right;
        continue;
      }
      above.push(branch);
      branch = branch.left;
    }
    const next = above.pop();
    if (next === undefined) return;
    yield [next.key, next.value];
    branch = next.right;
  }
}

export function* values<V>(map: SortedMap<unknown, V>): Generator<V, void, undefined> {
  for (const [, value] of entries(map)) yield value;
}

export function* keys<K>(map: SortedMap<K, unknown>): Generator<K, void, undefined> {
  for (const [key] of entries(map)) yield key;
}

/** `list` must be in the order of its keys, each once. */
export function fromSorted<K, V>(list: readonly (readonly [K, V])[]): SortedMap<K, V> {
  const build = (from: number, to: number): SortedMap<K, V> => {
    if (from >= to) return undefined;
    const middle = (from + to) >> 1;
    const entry = list[middle];
    if (entry === undefined) return undefined;
    return branchOf(entry[0], entry[1], build(from, middle), build(middle + 1, to));
  };
  return build(0, list.length);
}

function branchOf<K, V>(key: K, value: V, left: SortedMap<K, V>, right: SortedMap<K, V>): Branch<K, V> {
  return { key, value, size: sizeOf(left) + sizeOf(right) + 1, left, right };
}

function weight(map: SortedMap<unknown, unknown>): number {
  return sizeOf(map) + 1;
}

function balance<K, V>(key: K, value: V, left: SortedMap<K, V>, right: SortedMap<K, V>): Branch<K, V> {
  if (right !== undefined && weight(right) > 3 * weight(left)) {
    if (weight(right.left) < 2 * weight(right.right) || right.left === undefined) {
      return branchOf(right.key, right.value, branchOf(key, value, left, right.left), right.right);
    }
    const inner = right.left;
    return branchOf(
      inner.key,
      inner.value,
      branchOf(key, value, left, inner.left),
      branchOf(right.key, right.value, inner.right, right.right),
    );
  }
  if (left !== undefined && weight(left) > 3 * weight(right)) {
    if (weight(left.right) < 2 * weight(left.left) || left.right === undefined) {
      return branchOf(left.key, left.value, left.left, branchOf(key, value, left.right, right));
    }
    const inner = left.right;
    return branchOf(
      inner.key,
      inner.value,
      branchOf(left.key, left.value, left.left, inner.left),
      branchOf(key, value, inner.right, right),
    );
  }
  return branchOf(key, value, left, right);
}

/** Joins the two sides of a removed key. */
function glue<K, V>(left: SortedMap<K, V>, right: SortedMap<K, V>): SortedMap<K, V> {
  if (left === undefined) return right;
  if (right === undefined) return left;
  const lowest = first(right);
  if (lowest === undefined) return left;
  return balance(lowest.key, lowest.value, left, withoutFirst(right));
}

function withoutFirst<K, V>(map: Branch<K, V>): SortedMap<K, V> {
  return map.left === undefined ? map.right : balance(map.key, map.value, withoutFirst(map.left), map.right);
}
