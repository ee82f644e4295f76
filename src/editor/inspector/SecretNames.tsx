import { X } from "lucide-react";
import { useId } from "react";
import { useEditor } from "../editorContext.ts";
import { CommitInput } from "./CommitInput.tsx";

/** The secrets that a step may use, by name; those that the runner keeps are offered. */
export function SecretNames({
  names,
  onChange,
}: {
  readonly names: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}) {
  const { runner } = useEditor();
  const listId = useId();
  const known = runner.secrets;
  const missing = known === null ? [] : names.filter((name) => !known.includes(name));
  return (
    <fieldset className="tw-field">
      <legend className="tw-field-label">Secrets</legend>
      {names.length > 0 && (
        <div className="tw-starts">
          {names.map((name) => (
            <span key={name} className="tw-starts-chip">
              {name}
              <button
                type="button"
                aria-label={`Do not use the secret ${name}`}
                onClick={() => onChange(names.filter((one) => one !== name))}
              >
                <X aria-hidden />
              </button>
            </span>
          ))}
        </div>
      )}
      <CommitInput
        aria-label="Add a secret"
        mono
        list={listId}
        placeholder="name of a secret of the runner"
        value=""
        onCommit={(text) => {
          const added = text.split(/[,\s]+/).filter((name) => name !== "" && !names.includes(name));
          const wrong = added.find((name) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name));
          if (wrong !== undefined) return `“${wrong}” is no name of a secret: letters, digits and _ only.`;
          onChange([...names, ...new Set(added)]);
          return null;
        }}
      />
      <datalist id={listId}>
        {(known ?? [])
          .filter((name) => !names.includes(name))
          .map((name) => (
            <option key={name} value={name} />
          ))}
      </datalist>
      <p className={missing.length > 0 ? "tw-field-error tw-field-warning" : "tw-field-hint"}>
        {missing.length > 0
          ? `The runner does not keep ${missing.join(", ")} yet: set it under Settings.`
          : "The command gets each as an environment variable of its name; {{ secret.NAME }} puts one elsewhere."}
      </p>
    </fieldset>
  );
}
