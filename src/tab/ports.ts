/** The ports of those who watch one thing. A port leaves with the message `"close"` or by being closed. */
export interface Ports<M> {
  add(port: MessagePort): void;
  /** To all but those in `except`. */
  send(message: M, except?: ReadonlySet<MessagePort>): void;
  readonly size: number;
}

export function createPorts<M>(onEmpty: () => void = () => {}): Ports<M> {
  const ports = new Set<MessagePort>();
  return {
    add(port) {
      ports.add(port);
      const forget = (): void => {
        if (!ports.delete(port)) return;
        port.close();
        if (ports.size === 0) onEmpty();
      };
      port.addEventListener("message", (event) => {
        if (event.data === "close") forget();
      });
      port.addEventListener("close", forget);
      port.start();
    },
    send(message, except) {
      for (const port of ports) if (!except?.has(port)) port.postMessage(message);
    },
    get size() {
      return ports.size;
    },
  };
}
