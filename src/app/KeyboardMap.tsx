import { Dialog } from "../ui/Dialog.tsx";
import { Keys } from "../ui/Keys.tsx";
import { keyboardMap } from "./keyboardMap.ts";
import { closeOverlay } from "./palette/openPalette.ts";
import "./KeyboardMap.css";

/** All keys, by the place where they act. */
export function KeyboardMap() {
  return (
    <div className="keys">
      {keyboardMap.map((group) => (
        <div key={group.place}>
          <h3>{group.place}</h3>
          <dl>
            {group.keys.map(([keys, does]) => (
              <div key={does}>
                <dt>
                  <Keys keys={keys} />
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </div>
  );
}

/** The same over any page. */
export function KeyboardDialog() {
  return (
    <Dialog
      open
      onClose={closeOverlay}
      title="Keyboard"
      width="wide"
      description="Keys act outside of text fields and dialogs; there they mean what they always mean."
    >
      {/* With nothing else to focus, the keys that scroll need a place. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <div tabIndex={0} className="keys-scrolled">
        <KeyboardMap />
      </div>
    </Dialog>
  );
}
