import type { Socket } from "node:net";

/** Calls `take` with each JSON line that arrives. A line that is no JSON ends the connection. */
export function readLines(socket: Socket, take: (value: unknown) => void): void {
  const pending: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => {
    let rest = chunk;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      pending.push(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
      const line = Buffer.concat(pending.splice(0)).toString("utf8");
      let value: unknown;
      try {
        value = JSON.parse(line);
      } catch {
        socket.destroy();
        return;
      }
      take(value);
    }
    if (rest.length > 0) pending.push(rest);
  });
}

export function writeLine(socket: Socket, value: unknown): void {
  if (!socket.destroyed) socket.write(`${JSON.stringify(value)}\n`);
}
