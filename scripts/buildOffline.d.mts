export function buildOffline(folder?: string): Promise<void>;
