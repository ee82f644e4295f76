import { createContext, use } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";

/** What the mouse and the keyboard are at. Each node and wire follows its own part of it. */
export interface CanvasTouch {
  /** The node (a note or a frame) that is written in, in its place. */
  readonly writing: string | null;
  /** The frame that a dragged card is over. */
  readonly over: string | null;
  /** Nodes that a search found, and the one it stands at. */
  readonly found: ReadonlySet<string>;
  readonly foundNow: string | null;
  /** The wire under the mouse. */
  readonly hovered: string | null;
}

export type TouchStore = StoreApi<CanvasTouch>;

export function createTouchStore(): TouchStore {
  return createStore<CanvasTouch>(() => ({
    writing: null,
    over: null,
    found: new Set(),
    foundNow: null,
    hovered: null,
  }));
}

const nowhere = createTouchStore();

export const TouchContext = createContext<TouchStore>(nowhere);

/** The class of a node that a search found. */
export function useFoundClass(nodeId: string): string | false {
  return useTouch(({ found, foundNow }) => (foundNow === nodeId ? "tw-found-now" : found.has(nodeId) && "tw-found"));
}

export function useTouch<T>(select: (touch: CanvasTouch) => T): T {
  return useStore(use(TouchContext), select);
}
