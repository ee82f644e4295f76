import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createGzip, gunzipSync } from "node:zlib";
import { defaultDataFolder } from "../runner/dataFolder.ts";
import { openSecrets } from "../runner/secrets.ts";
import { secretsIn } from "../runner/secretsIn.ts";
import { isGzip } from "../transfer/gzip.ts";
import { htmlPieces } from "../transfer/htmlOfLog.ts";
import { type Command, WrongUsage } from "./command.ts";
import { commandArguments } from "./commandArguments.ts";
import { programFolder } from "./programFolder.ts";
import { corrupt, damageLine, readLogFile } from "./readLogFile.ts";

/** `tickwork html`: a run log and its viewer as one HTML file. */
export const html: Command = {
  name: "html",
  usage: "html LOG > FILE.html",
  summary: "a run as one HTML file that shows it, without a server; refused when it holds a secret",
  async run(args, io) {
    const [file, ...more] = commandArguments(args, {}).positionals;
    if (file === undefined || more.length > 0) throw new WrongUsage("Name one run log.");
    const log = await readWhole(file);
    if (typeof log === "string") {
      io.err(log);
      return corrupt;
    }
    const [found] = await secretsIn(once(log.text), openSecrets(defaultDataFolder()).all());
    if (found !== undefined) {
      const line = log.text.slice(0, found.at).filter((byte) => byte === 10).length + 1;
      io.err(`${file}:${line}: The secret ${found.name} stands here. No file was made.`);
      return 1;
    }
    const viewer = await readFile(join(programFolder(), "..", "page", "viewer.html"), "utf8").catch(() => undefined);
    if (viewer === undefined) {
      io.err("The viewer is not built. Run: npm run build");
      return 1;
    }
    const zipped = createGzip();
    zipped.end(log.text);
    const pieces: string[] = [];
    for await (const piece of htmlPieces(viewer, log.name, zipped)) pieces.push(piece);
    io.out(pieces.join("").trimEnd());
    return 0;
  },
};

/** The plain text of an intact log; a text says why it cannot be shown. */
async function readWhole(file: string): Promise<{ readonly name: string; readonly text: Buffer } | string> {
  let name = "";
  for await (const part of await readLogFile(file)) {
    if (part.kind === "header") ({ name } = part.header.workflow);
    if (part.kind === "refused" || part.kind === "damaged") return damageLine(file, part);
  }
  const bytes = await readFile(file);
  return { name, text: isGzip(bytes) ? gunzipSync(bytes) : bytes };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
