import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { NewToken, TokenEntry } from "../protocol/runnerKept.ts";
import { readJsonFile, writeAtomically } from "./atomicFile.ts";

/** 256 random bits in base64url. */
const tokenShape = /^[A-Za-z0-9_-]{43,128}$/;

export interface Tokens {
  /** The one that the printed address carries. */
  readonly printed: string;
  /** Takes the same time whatever the candidate. */
  accepts(candidate: string): boolean;
  /** `asking`: the token of whoever asks. */
  list(asking?: string): readonly TokenEntry[];
  /** One more, told this once. `undefined`: the only token is that of a file. */
  create(): Promise<NewToken | undefined>;
  /** Every holder of it is refused from now on. False: no such token. */
  revoke(id: string): Promise<boolean>;
  onRevoked(listener: () => void): void;
}

interface StoredToken {
  readonly id: string;
  readonly token: string;
  readonly createdAt: number;
}

/**
 * Tokens survive restarts, so that a paired tab stays paired. With `tokenFile` the token stands in that file: it is
 * made there (mode 0600) when the file does not exist. Throws a sentence for a person when that file cannot be used.
 */
export async function openTokens(dataFolder: string, tokenFile?: string): Promise<Tokens> {
  if (tokenFile !== undefined) return tokensOfFile(tokenFile);
  const path = join(dataFolder, "tokens.json");
  let stored = storedTokens(path);
  const save = (): Promise<void> =>
    writeAtomically(path, JSON.stringify({ format: "tickwork/tokens@1", tokens: stored }));
  if (stored.length === 0) {
    stored = [newEntry()];
    await save();
  }
  const listeners: (() => void)[] = [];
  const printed = (stored.at(-1) as StoredToken).token;
  return {
    printed,
    accepts: (candidate) =>
      isOneOf(
        stored.map((entry) => entry.token),
        candidate,
      ),
    list: (asking) =>
      stored.map(({ id, createdAt, token }) => ({
        id,
        createdAt,
        ...(asking !== undefined && isOneOf([token], asking) && { own: true as const }),
      })),
    async create() {
      const entry = newEntry();
      // The printed one stays the last, so that the printed address is the same after a restart.
      stored = [entry, ...stored];
      await save();
      return { id: entry.id, token: entry.token };
    },
    async revoke(id) {
      if (!stored.some((entry) => entry.id === id)) return false;
      stored = stored.filter((entry) => entry.id !== id);
      await save();
      for (const listener of listeners) listener();
      return true;
    },
    onRevoked: (listener) => void listeners.push(listener),
  };
}

function tokensOfFile(path: string): Tokens {
  if (!existsSync(path)) writeFileSync(path, `${newToken()}\n`, { mode: 0o600, flag: "wx" });
  if (process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0) {
    throw new Error(`The token file ${path} can be read by other users. Run: chmod 600 ${path}`);
  }
  const token = readFileSync(path, "utf8").trim();
  if (!tokenShape.test(token)) {
    throw new Error(
      `The token file ${path} does not hold a token of 256 bits (43 letters, digits, - or _). Delete it and a new one is made.`,
    );
  }
  return {
    printed: token,
    accepts: (candidate) => isOneOf([token], candidate),
    list: (asking) => [
      {
        id: "file",
        createdAt: statSync(path).mtimeMs,
        ...(asking !== undefined && isOneOf([token], asking) && { own: true as const }),
      },
    ],
    create: async () => undefined,
    revoke: async () => false,
    onRevoked() {},
  };
}

function storedTokens(path: string): readonly StoredToken[] {
  const file = readJsonFile(path);
  // A damaged file is replaced: tabs must pair again, which is the safe side.
  if (file === undefined || file === "damaged") return [];
  const tokens = (file.value as { readonly tokens?: unknown } | null)?.tokens;
  if (!Array.isArray(tokens)) return [];
  return tokens.filter(
    (entry): entry is StoredToken =>
      typeof entry?.id === "string" && typeof entry.token === "string" && tokenShape.test(entry.token),
  );
}

function newEntry(): StoredToken {
  return { id: randomBytes(6).toString("hex"), token: newToken(), createdAt: Date.now() };
}

function newToken(): string {
  return randomBytes(32).toString("base64url");
}

function isOneOf(tokens: readonly string[], candidate: string): boolean {
  // Digests have one length, which timingSafeEqual needs, and hide how much of a candidate was right.
  const digest = sha256(candidate);
  let found = false;
  for (const token of tokens) if (timingSafeEqual(sha256(token), digest)) found = true;
  return found;
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
