import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Opens the address in the person's browser. It goes through a file that only this user can read, because arguments
 * of a process are visible to every user of the machine and the address holds the token.
 */
export function openBrowser(address: string, folder: string): void {
  const page = join(folder, "open.html");
  writeFileSync(
    page,
    `<!doctype html><meta http-equiv="refresh" content="0;url=${address}"><title>Tickwork</title>\n`,
    {
      mode: 0o600,
    },
  );
  const [program, ...args] =
    process.platform === "win32"
      ? ["cmd", "/c", "start", "", page]
      : [process.platform === "darwin" ? "open" : "xdg-open", page];
  const opener = spawn(program as string, args, { stdio: "ignore", detached: true });
  // Without a browser the printed address is still there.
  opener.on("error", () => {});
  opener.unref();
}
