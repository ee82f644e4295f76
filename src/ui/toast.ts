import { useSyncExternalStore } from "react";

export interface Toast {
  readonly id: number;
  readonly tone: "info" | "ok" | "bad";
  readonly text: string;
  readonly action?: { readonly label: string; readonly onChoose: () => void };
  /** How long it stays, ms; left out: by its tone. */
  readonly staysMs?: number;
}

const lifetimeMs = { info: 5000, ok: 4000, bad: 12_000 } as const;
const watchers = new Set<() => void>();
let toasts: readonly Toast[] = [];
let announced = "";
let nextId = 1;

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const watcher of watchers) watcher();
}

/** Shows a short message at the edge for a few seconds and announces it. Failures that need an answer are notices. */
export function showToast(toast: Omit<Toast, "id">): void {
  const id = nextId++;
  change([...toasts.slice(-2), { ...toast, id }]);
  setTimeout(() => closeToast(id), toast.staysMs ?? lifetimeMs[toast.tone]);
}

/** Shows a message for as long as something lasts; what it answers takes it away. */
export function showToastUntil(toast: Pick<Toast, "tone" | "text" | "action">): () => void {
  const id = nextId++;
  change([...toasts.slice(-2), { ...toast, id }]);
  return () => closeToast(id);
}

export function closeToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

/** Says something to assistive technology without showing it. The same text twice is said twice. */
export function announce(text: string): void {
  announced = announced === text ? `${text}\u00a0` : text;
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(watch, () => toasts);
}

export function useAnnounced(): string {
  return useSyncExternalStore(watch, () => announced);
}
