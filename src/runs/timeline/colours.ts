/** What the timeline is drawn with: the tokens of the theme, read once per theme. */
export interface Colours {
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly sunken: string;
  readonly panel: string;
  readonly accent: string;
  readonly accentSoft: string;
  readonly run: string;
  readonly ok: string;
  readonly bad: string;
  readonly wait: string;
  readonly waitSoft: string;
}

const known = new Map<string, Colours>();

/** Reading a style costs more than a whole drawing; the theme of the page is what it depends on. */
export function coloursOf(element: Element): Colours {
  const theme = document.documentElement.dataset.theme ?? "";
  const colours = known.get(theme) ?? readColours(element);
  // Before the page has its styles there is nothing to be kept.
  if (colours.text !== "") known.set(theme, colours);
  return colours;
}

function readColours(element: Element): Colours {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: read("--text"),
    muted: read("--muted"),
    line: read("--line"),
    lineStrong: read("--line-strong"),
    sunken: read("--sunken"),
    panel: read("--panel"),
    accent: read("--accent"),
    accentSoft: read("--accent-soft"),
    run: read("--run"),
    ok: read("--ok"),
    bad: read("--bad"),
    wait: read("--wait"),
    waitSoft: read("--wait-soft"),
  };
}
