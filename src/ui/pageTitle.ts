import { useEffect } from "react";

let prefix = "";
let page = "";

function show(): void {
  document.title = `${prefix}${page === "" ? "" : `${page} · `}Tickwork`;
}

/** What stands before the title of every page, such as `(2) `. */
export function setTitlePrefix(next: string): void {
  prefix = next;
  show();
}

/** Names the page in the tab of the browser for as long as the caller is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    page = title;
    show();
    return () => {
      page = "";
    };
  }, [title]);
}
