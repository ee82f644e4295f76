import { showToast } from "../ui/toast.ts";

/** For commands that no event of the browser brings; `null` writes nothing. */
export function writeClipboard(text: string | null): void {
  if (text === null) return;
  navigator.clipboard
    .writeText(text)
    .catch(() => showToast({ tone: "bad", text: "The browser refused the clipboard. Ctrl C works without asking." }));
}
