import {
  type IDBPDatabase,
  type IDBPTransaction,
  openDB,
  type StoreKey,
  type StoreNames,
  type StoreValue,
  unwrap,
  wrap,
} from "idb";
import type { Durability } from "../runtime/world.ts";
import { StorageError, storageFailureOf } from "./failure.ts";
import { databaseName, type Schema } from "./schema.ts";
import { type Upgrade, upgrades } from "./upgrades.ts";

type Store = StoreNames<Schema>;
export type Reading<S extends Store> = IDBPTransaction<Schema, S[], "readonly">;
export type Writing<S extends Store> = IDBPTransaction<Schema, S[], "readwrite">;

/** Requests of one transaction whose answers nobody waits for: one that fails fails all of it. */
export interface BlindWrites<S extends Store> {
  /** `key`: where the values of the store do not name it themselves. */
  add<T extends S>(store: T, value: StoreValue<Schema, T>, key?: StoreKey<Schema, T>): void;
  put<T extends S>(store: T, value: StoreValue<Schema, T>, key?: StoreKey<Schema, T>): void;
  delete<T extends S>(store: T, key: StoreKey<Schema, T>): void;
}

/** Of a transaction that reads as well; its body awaits what is `asked`, which says why one failed. */
export function blindWritesOf<S extends Store>(transaction: Writing<S>, asked: Promise<unknown>[]): BlindWrites<S> {
  return blindWrites(unwrap(transaction), (request) => asked.push(wrap(request)));
}

function blindWrites<S extends Store>(
  transaction: IDBTransaction,
  asked: (request: IDBRequest) => void = () => {},
): BlindWrites<S> {
  return {
    add: (store, value, key) => asked(transaction.objectStore(store).add(value, key)),
    put: (store, value, key) => asked(transaction.objectStore(store).put(value, key)),
    delete: (store, key) => asked(transaction.objectStore(store).delete(key)),
  };
}

/**
 * One connection to IndexedDB that comes back by itself.
 *
 * Invariants
 * 1. A write resolves only after its transaction's `complete` event.
 * 2. The body of a write is run twice only if its first transaction never began: whether one that aborted may be
 *    repeated, only its caller knows. A read whose connection broke is repeated once.
 * 3. Bodies await nothing but their own transaction: anything foreign would let it commit half-way.
 */
export class Database {
  readonly #name: string;
  readonly #upgrades: readonly Upgrade[];
  readonly #onTrouble: (message: string | null) => void;
  readonly #onOutdated: () => void;
  #opening: Promise<IDBPDatabase<Schema>> | undefined;
  /** A newer version took over: opening again would only fail. */
  #outdated = false;
  #closed = false;

  constructor(
    options: {
      readonly name?: string;
      readonly upgrades?: readonly Upgrade[];
      /** What keeps the database from opening, for a person; `null` when it is over. */
      readonly onTrouble?: (message: string | null) => void;
      /** A newer version took over: this tab can read and write no more. */
      readonly onOutdated?: () => void;
    } = {},
  ) {
    this.#name = options.name ?? databaseName;
    this.#upgrades = options.upgrades ?? upgrades;
    this.#onTrouble = options.onTrouble ?? (() => {});
    this.#onOutdated = options.onOutdated ?? (() => {});
  }

  /** @throws StorageError */
  async read<S extends Store, T>(stores: S[], body: (transaction: Reading<S>) => Promise<T>): Promise<T> {
    const run = () => this.#run((connection) => connection.transaction(stores, "readonly"), body);
    try {
      return await run();
    } catch (error) {
      // A read may be repeated: the connection broke under it.
      if (this.#closed || this.#outdated || storageFailureOf(error).kind !== "closed") throw error;
      return run();
    }
  }

  /**
   * `strict` waits until the disk has it, `relaxed` until the operating system has.
   * @throws StorageError; then nothing of it was written, unless the connection broke during the commit.
   */
  write<S extends Store, T>(
    stores: S[],
    durability: Durability,
    body: (transaction: Writing<S>) => Promise<T>,
  ): Promise<T> {
    return this.#run((connection) => connection.transaction(stores, "readwrite", { durability }), body);
  }

  /** For the end of the worker and for tests. Later calls fail with `closed`. */
  async close(): Promise<void> {
    this.#closed = true;
    const opening = this.#opening;
    this.#opening = undefined;
    (await opening?.catch(() => undefined))?.close();
  }

  /**
   * As `write`, for a body that reads nothing: what most commits are, without what `idb` puts around a transaction, which
   * is a third of the script time of such a commit.
   * @throws StorageError as `write`
   */
  async writeBlindly<S extends Store>(
    stores: S[],
    durability: Durability,
    body: (writes: BlindWrites<S>) => void,
  ): Promise<void> {
    const transaction = await this.#begin((connection) =>
      unwrap(connection).transaction(stores, "readwrite", { durability }),
    );
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(asStorageError(transaction.error ?? new DOMException("", "AbortError")));
      try {
        body(blindWrites(transaction));
        // Nothing more is asked: told now, the browser need not first tell us that the values are there.
        transaction.commit();
      } catch (error) {
        reject(asStorageError(error));
        transaction.abort();
      }
    });
  }

  async #begin<Tx>(begin: (connection: IDBPDatabase<Schema>) => Tx): Promise<Tx> {
    try {
      return begin(await this.#connect());
    } catch (error) {
      // The connection was closing when we took it. Once more, with a new one.
      if (!(error instanceof DOMException) || error.name !== "InvalidStateError") throw asStorageError(error);
      this.#opening = undefined;
      try {
        return begin(await this.#connect());
      } catch (again) {
        throw asStorageError(again);
      }
    }
  }

  async #run<Tx extends { readonly done: Promise<void>; abort(): void }, T>(
    begin: (connection: IDBPDatabase<Schema>) => Tx,
    body: (transaction: Tx) => Promise<T>,
  ): Promise<T> {
    const transaction = await this.#begin(begin);
    const [done, answer] = await Promise.allSettled([transaction.done, abortOnThrow(transaction, body)]);
    if (answer.status === "rejected" && !isAbort(answer.reason)) throw asStorageError(answer.reason);
    // An abort rejects the requests of the body too, but only `done` knows why (a quota, say).
    if (done.status === "rejected") throw asStorageError(done.reason);
    if (answer.status === "rejected") throw asStorageError(answer.reason);
    return answer.value;
  }

  #connect(): Promise<IDBPDatabase<Schema>> {
    if (this.#closed) {
      return Promise.reject(new StorageError({ kind: "closed", message: "This tab has let go of the database." }));
    }
    if (this.#outdated) return Promise.reject(new DOMException("", "VersionError"));
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<IDBPDatabase<Schema>> {
    try {
      const connection = await openDB<Schema>(this.#name, this.#upgrades.length, {
        upgrade: async (database, oldVersion, _newVersion, transaction) => {
          for (const upgrade of this.#upgrades.slice(oldVersion)) await upgrade(database, transaction);
        },
        blocked: () =>
          this.#onTrouble("Another tab with an older Tickwork keeps the database open. Close or reload that tab."),
        blocking: (_current, newVersion, event) => {
          (event.target as IDBDatabase).close();
          this.#opening = undefined;
          if (newVersion === null) return;
          this.#outdated = true;
          this.#onTrouble(
            "A newer Tickwork has upgraded the database. Reload this tab; if this comes back, start the newer Tickwork.",
          );
          this.#onOutdated();
        },
        terminated: () => {
          this.#opening = undefined;
        },
      });
      this.#onTrouble(null);
      return connection;
    } catch (error) {
      this.#opening = undefined;
      this.#onTrouble(storageFailureOf(error).message);
      if (error instanceof DOMException && error.name === "VersionError") {
        this.#outdated = true;
        this.#onOutdated();
      }
      throw error;
    }
  }
}

async function abortOnThrow<Tx extends { abort(): void }, T>(
  transaction: Tx,
  body: (transaction: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await body(transaction);
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // It is over already: the error of the body is the one that tells why.
    }
    throw error;
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

function asStorageError(error: unknown): StorageError {
  return error instanceof StorageError ? error : new StorageError(storageFailureOf(error), error);
}
