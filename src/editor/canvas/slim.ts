import { createContext } from "react";

/** So many nodes are a large workflow: only what is in sight is drawn, and of far cards only what can be seen of them. */
export const manyNodes = 200;

/** Below this zoom a card is its title and its colour. */
export const tinyZoom = 0.27;

/** Cards and wires of a large workflow are drawn without what nobody can see at this zoom. */
export const SlimContext = createContext(false);
