import { createContext, type ReactNode, use } from "react";
import { createPortal } from "react-dom";

/** The two places of the top bar that belong to the page shown: after the logo, and before what is always there. */
interface TopBarPlaces {
  readonly middle: HTMLElement | null;
  readonly actions: HTMLElement | null;
}

/** Filled in by whoever draws the top bar. */
export const TopBarPlacesContext = createContext<TopBarPlaces>({ middle: null, actions: null });

/** Draws its children in the top bar: breadcrumb and state in the middle, buttons as actions. */
export function InTopBar({ place, children }: { place: keyof TopBarPlaces; children: ReactNode }): ReactNode {
  const element = use(TopBarPlacesContext)[place];
  return element && createPortal(children, element);
}
