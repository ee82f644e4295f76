import "./Keys.css";

/** Names of keys, as on the keyboard: `Ctrl Z`. */
export function Keys({ keys }: { readonly keys: string }) {
  return <kbd className="tw-keys">{keys}</kbd>;
}
