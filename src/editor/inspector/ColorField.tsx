import { classNames } from "../../ui/classNames.ts";
import { type LayoutColor, layoutColor, layoutColors } from "../canvas/layoutColor.ts";

/** The colours of notes and frames as a row of choices. */
export function ColorField({
  color,
  otherwise,
  onColor,
}: {
  readonly color: string | undefined;
  readonly otherwise: LayoutColor;
  /** `undefined`: the usual one. */
  readonly onColor: (color: string | undefined) => void;
}) {
  const chosen = layoutColor(color, otherwise);
  return (
    <fieldset className="tw-field">
      <legend className="tw-field-label">Colour</legend>
      <div className="tw-colors">
        {layoutColors.map((name) => (
          <button
            key={name}
            type="button"
            title={name}
            aria-label={name}
            aria-pressed={name === chosen}
            className={classNames("tw-color-choice", `tw-color-${name}`)}
            onClick={() => onColor(name === otherwise ? undefined : name)}
          />
        ))}
      </div>
    </fieldset>
  );
}
