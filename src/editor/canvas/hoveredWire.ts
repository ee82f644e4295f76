import { createContext } from "react";

/** Id of the wire under the mouse. */
export const HoveredWireContext = createContext<string | null>(null);
