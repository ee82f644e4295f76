import { showPanel } from "../ui/panels.ts";

/** Leads to the settings of the selected card. */
export function openSettings(): void {
  showPanel("inspector");
  const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(
    "#tw-settings input, #tw-settings textarea",
  );
  field?.focus();
}
