import { ChevronRight, Copy } from "lucide-react";
import { useState } from "react";
import { IconButton } from "./Button.tsx";
import { plural } from "./format.ts";
import { jsonLine, jsonPath, jsonText } from "./jsonText.ts";
import { showToast } from "./toast.ts";
import "./JsonView.css";

const chunk = 100;

/** A JSON value as text or as a tree, with copying of the whole or of a path. Long lists open in pieces. */
export function JsonView({ value, label = "Value" }: { readonly value: unknown; readonly label?: string }) {
  const structured = typeof value === "object" && value !== null;
  const [look, setLook] = useState<"tree" | "text">("tree");
  return (
    <section className="tw-json" aria-label={label}>
      <div className="tw-json-tools">
        {structured && (
          <button type="button" className="tw-json-look" onClick={() => setLook(look === "tree" ? "text" : "tree")}>
            {look === "tree" ? "as text" : "as tree"}
          </button>
        )}
        <IconButton
          label="Copy value"
          size="small"
          icon={<Copy aria-hidden />}
          onClick={() => copy(typeof value === "string" ? value : jsonText(value), "Value copied")}
        />
      </div>
      {structured && look === "tree" ? (
        <div className="tw-json-body">
          <Branch value={value} path={[]} depth={0} />
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key
        <pre className="tw-json-body" tabIndex={0}>
          {typeof value === "string" ? value : jsonText(value)}
        </pre>
      )}
    </section>
  );
}

type Path = readonly (string | number)[];

function Branch({ value, path, depth }: { readonly value: object; readonly path: Path; readonly depth: number }) {
  const [shown, setShown] = useState(chunk);
  const keys = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value);
  if (keys.length === 0)
    return <span className="tw-muted">{Array.isArray(value) ? "empty list" : "empty object"}</span>;
  return (
    <ul className="tw-json-list">
      {keys.slice(0, shown).map((key) => (
        <li key={key}>
          <Entry name={key} value={(value as Record<string, unknown>)[key]} path={[...path, key]} depth={depth} />
        </li>
      ))}
      {keys.length > shown && (
        <li>
          <button type="button" className="tw-json-more" onClick={() => setShown(shown + chunk * 5)}>
            {(keys.length - shown).toLocaleString("en")} more …
          </button>
        </li>
      )}
    </ul>
  );
}

function Entry({
  name,
  value,
  path,
  depth,
}: {
  readonly name: string | number;
  readonly value: unknown;
  readonly path: Path;
  readonly depth: number;
}) {
  const branch = typeof value === "object" && value !== null;
  const [open, setOpen] = useState(depth < 1);
  const key = (
    <button
      type="button"
      className="tw-json-key"
      title={`Copy path ${jsonPath(path)}`}
      onClick={() => copy(jsonPath(path), `Path ${jsonPath(path)} copied`)}
    >
      {name}
    </button>
  );
  if (!branch)
    return (
      <div className="tw-json-entry">
        <span className="tw-json-toggle" />
        {key}
        <Leaf value={value} />
      </div>
    );
  return (
    <>
      <div className="tw-json-entry">
        <button
          type="button"
          className="tw-json-toggle"
          aria-expanded={open}
          aria-label={`${open ? "Close" : "Open"} ${name}`}
          onClick={() => setOpen(!open)}
        >
          <ChevronRight aria-hidden />
        </button>
        {key}
        <span className="tw-json-summary tw-cut">
          {Array.isArray(value) ? plural(value.length, "element") : jsonLine(value, 60)}
        </span>
      </div>
      {open && (
        <div className="tw-json-inner">
          <Branch value={value} path={path} depth={depth + 1} />
        </div>
      )}
    </>
  );
}

function Leaf({ value }: { readonly value: unknown }) {
  const kind = value === null ? "null" : typeof value;
  return <span className={`tw-json-${kind}`}>{typeof value === "string" ? JSON.stringify(value) : String(value)}</span>;
}

function copy(text: string, said: string): void {
  navigator.clipboard.writeText(text).then(
    () => showToast({ tone: "ok", text: said }),
    () => showToast({ tone: "bad", text: "The browser did not let the page write to the clipboard." }),
  );
}
