import { showToast } from "./toast.ts";

/** Writes a text to the clipboard and says so, or why not. */
export async function copyText(text: string | Promise<string>, said: string): Promise<void> {
  let whole: string;
  try {
    whole = await text;
  } catch (error) {
    return showToast({ tone: "bad", text: error instanceof Error ? error.message : String(error) });
  }
  try {
    await navigator.clipboard.writeText(whole);
    showToast({ tone: "ok", text: said });
  } catch {
    showToast({ tone: "bad", text: "The browser did not let the page write to the clipboard." });
  }
}
