const hearers = new WeakMap<MessagePort, (message: unknown) => void>();

/**
 * Whoever holds the other end of a port that is given to an engine of the same page takes its messages as they are:
 * to hand them on through the port would copy each once more. The answer ends it; then they go through the port.
 */
export function hearDirectly<T>(port: MessagePort, hear: (message: T) => void): () => void {
  hearers.set(port, hear as (message: unknown) => void);
  return () => hearers.delete(port);
}

/** Hands a message to whoever hears a port. */
export function handOn(port: MessagePort, message: unknown): void {
  const hear = hearers.get(port);
  if (hear === undefined) port.postMessage(message);
  else hear(message);
}
