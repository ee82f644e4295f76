/** Takes the person to the first field that keeps a form from being sent, once its problems are drawn. */
export function focusFirstInvalid(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
}
