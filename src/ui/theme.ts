import { useSyncExternalStore } from "react";

export type ThemeChoice = "light" | "dark" | "system";
export type Theme = "light" | "dark";

const storageKey = "tickwork.theme";

/** What was stored by an older or foreign hand counts as `system`. */
export function parseThemeChoice(stored: string | null): ThemeChoice {
  return stored === "light" || stored === "dark" ? stored : "system";
}

export function resolveTheme(choice: ThemeChoice, prefersDark: boolean): Theme {
  if (choice === "system") return prefersDark ? "dark" : "light";
  return choice;
}

const watchers = new Set<() => void>();
let choice: ThemeChoice = "system";

function apply(): void {
  const prefersDark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = resolveTheme(choice, prefersDark);
  for (const watcher of watchers) watcher();
}

/** Call once before the first render: reads the remembered choice and follows the system and other tabs. */
export function startTheme(): void {
  choice = parseThemeChoice(readStored());
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
  window.addEventListener("storage", (event) => {
    if (event.key !== storageKey) return;
    choice = parseThemeChoice(event.newValue);
    apply();
  });
  apply();
}

function chooseTheme(next: ThemeChoice): void {
  choice = next;
  try {
    localStorage.setItem(storageKey, next);
  } catch {
    // A full or forbidden storage costs the memory of the choice, not the choice.
  }
  apply();
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Dark when it is light now, light when it is dark. */
export function chooseOtherTheme(): void {
  chooseTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
}

/** The chosen and the shown theme, and how to choose another. */
export function useTheme(): {
  readonly choice: ThemeChoice;
  readonly theme: Theme;
  readonly choose: (choice: ThemeChoice) => void;
} {
  const current = useSyncExternalStore(watch, () => choice);
  const theme = useSyncExternalStore(
    watch,
    (): Theme => (document.documentElement.dataset.theme === "dark" ? "dark" : "light"),
  );
  return { choice: current, theme, choose: chooseTheme };
}
