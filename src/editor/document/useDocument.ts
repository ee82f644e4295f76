import { createContext, use } from "react";
import { useStore } from "zustand";
import type { DocumentState, DocumentStore } from "./documentStore.ts";

export const DocumentContext = createContext<DocumentStore | null>(null);

export function useDocumentStore(): DocumentStore {
  const store = use(DocumentContext);
  if (store === null) throw new Error("There is no editor around this component");
  return store;
}

/** A part of the document's state; the component renders only when that part changes. */
export function useDocument<T>(select: (state: DocumentState) => T): T {
  return useStore(useDocumentStore(), select);
}
