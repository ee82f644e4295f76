import type { Page } from "@playwright/test";

/**
 * What keeps a person from reaching something in the window as it is, as sentences; the expected value is always the
 * empty list. Looked at is what is on top: the open dialog, menu or list, else the whole page.
 *
 * - The page itself never moves, neither down nor sideways: what scrolls, scrolls inside of it.
 * - Each control can be brought into view, and nothing lies over it there. Cards move with their canvas and are left out.
 * - Each control that takes the focus shows it; looked at with `shown` only, because the size of the window changes
 *   nothing. It keeps what did, so that controls that look alike are looked at once.
 * - Nothing moves: the page was opened with a wish for less motion.
 */
export async function layoutFindings(page: Page, { shown }: { shown?: Set<string> } = {}): Promise<string[]> {
  // The focus is shown when the last thing used was a key.
  await page.keyboard.press("Shift");
  const { findings, alike } = await page.evaluate(
    async (known) => {
      const findings: string[] = [];
      const focus = known !== undefined;
      const alike = new Set(known);
      const controls =
        'button, a[href], input, select, textarea, summary, [role="tab"], [role="switch"], [role="checkbox"], ' +
        '[role="option"], [role="menuitem"], [role="slider"], [role="separator"][tabindex], [role="textbox"]';
      const wordsOf = (element: HTMLElement): string => {
        const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
        const words = element.getAttribute("aria-label") ?? (element.textContent?.trim() || label || element.className);
        return `${element.getAttribute("role") ?? element.localName} “${words.replace(/\s+/g, " ").slice(0, 50)}”`;
      };
      /** Everything that can tell the focus: of the element, what is drawn at it, and what stands around it. */
      const lookOf = (element: Element): string => {
        const looks: string[] = [];
        for (let one: Element | null = element, up = 0; one !== null && up < 4; one = one.parentElement, up++)
          for (const part of [undefined, "::before", "::after"]) {
            const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(one, part);
            looks.push(outline, boxShadow, borderColor, backgroundColor);
          }
        return looks.join("|");
      };
      /** What a rule of a style sheet can tell controls by. */
      const kindOf = (element: Element): string => {
        const told = [
          "class",
          "role",
          "type",
          "disabled",
          "aria-selected",
          "aria-pressed",
          "aria-expanded",
          "aria-checked",
        ];
        const kinds: string[] = [];
        for (let one: Element | null = element, up = 0; one !== null && up < 4; one = one.parentElement, up++)
          kinds.push([one.localName, ...told.map((name) => (one as Element).getAttribute(name))].join(" "));
        return kinds.join(" < ");
      };
      const isTooltip = (one: Element) =>
        one.closest(".tw-tooltip") !== null || one.querySelector(":scope > .tw-tooltip") !== null;
      /** What is drawn at a place, inside of shadow roots too. */
      const topAt = (x: number, y: number): Element | null => {
        // A tooltip goes away with the focus that brought it.
        let top = document.elementsFromPoint(x, y).find((one) => !isTooltip(one)) ?? null;
        for (let root = top?.shadowRoot; root; root = top?.shadowRoot) {
          const inner = root.elementFromPoint(x, y);
          if (inner === null || inner === top) break;
          top = inner;
        }
        return top;
      };
      const isAt = (element: HTMLElement, top: Element | null): boolean => {
        if (top === null) return false;
        const host = top.getRootNode() instanceof ShadowRoot ? (top.getRootNode() as ShadowRoot).host : null;
        return (
          element.contains(top) ||
          (host !== null && element.contains(host)) ||
          element.closest("label")?.contains(top) === true
        );
      };

      const root = document.scrollingElement ?? document.documentElement;

      const layers = [
        ...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'),
      ];
      const layer = layers.filter((one) => one.closest("#root") === null && one.checkVisibility()).at(-1);
      const before = document.activeElement;
      for (const element of (layer ?? document.body).querySelectorAll<HTMLElement>(`${controls}, [tabindex="0"]`)) {
        if (element.closest(".react-flow__viewport, [inert], [aria-hidden=true], [data-disabled], :disabled") !== null)
          continue;
        if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const name = wordsOf(element);
        const kind = kindOf(element);
        if (focus && element.tabIndex >= 0 && !alike.has(kind)) {
          (document.activeElement as HTMLElement | null)?.blur();
          const calm = lookOf(element);
          element.focus({ preventScroll: true });
          if (document.activeElement === element) {
            if (lookOf(element) === calm) findings.push(`${name} does not show the focus`);
            else alike.add(kind);
          }
          // A tooltip that is closed before it is there stays for ever; no person is that quick.
          await new Promise((resolve) => setTimeout(resolve));
        }
        element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
        const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
        // Only assistive technology sees it: something beside it stands for it.
        if (width <= 1 || height <= 1) continue;
        // It comes with the focus: the way around the top bar.
        if (bottom <= 0 && getComputedStyle(element).position === "fixed" && document.activeElement !== element)
          continue;
        const y = (top + Math.min(bottom, innerHeight)) / 2;
        const inset = Math.min(6, width / 2);
        // At the edge of a text that scrolls stands a button to copy it.
        const isControl = element.matches(controls);
        for (const x of isControl ? [left + inset, (left + right) / 2, right - inset] : [(left + right) / 2]) {
          const there = topAt(x, y);
          if (isAt(element, there)) continue;
          const what =
            there === null
              ? "is outside of the window"
              : `lies under ${there.localName}.${there.getAttribute("class")}`;
          findings.push(`${name} ${what} at ${Math.round(x)}, ${Math.round(y)}`);
          break;
        }
      }
      // It could be brought into view only by moving what never moves.
      if (root.scrollLeft > 0 || root.scrollTop > 0)
        findings.push(`the page moved by ${root.scrollLeft}, ${root.scrollTop}`);
      root.scrollTo(0, 0);
      if (focus) (document.activeElement as HTMLElement | null)?.blur();
      if (focus && before instanceof HTMLElement) before.focus({ preventScroll: true });

      for (const { playState, effect } of document.getAnimations()) {
        const duration = effect?.getTiming().duration;
        if (playState === "running" && typeof duration === "number" && duration > 0)
          findings.push(`something moves for ${duration} ms: ${(effect as KeyframeEffect).target?.className}`);
      }
      return { findings, alike: [...alike] };
    },
    shown && [...shown],
  );
  for (const kind of alike) shown?.add(kind);
  return findings;
}
