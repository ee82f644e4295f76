import { ChevronRight, Copy } from "lucide-react";
import { createContext, type ReactNode, use, useState } from "react";
import { IconButton } from "./Button.tsx";
import { plural } from "./format.ts";
import { jsonLine, jsonPath, jsonText } from "./jsonText.ts";
import { showToast } from "./toast.ts";
import "./JsonView.css";

const chunk = 100;
/** Characters of a text that are drawn at once; more of one line make any page stand still. */
const longestLeaf = 2_000;
const longestText = 100_000;

/** How a place that knows more of its values draws some of them. */
export interface Special {
  /** What stands in the tree for a value; `undefined`: the value itself. */
  draw(value: object, path: Path): ReactNode | undefined;
  /** The text that is copied. */
  copyText(value: unknown): Promise<string>;
}

const SpecialContext = createContext<Special | null>(null);

/** A JSON value as text or as a tree, with copying of the whole or of a path. Long lists open in pieces. */
export function JsonView({
  value,
  label = "Value",
  special = null,
}: {
  readonly value: unknown;
  readonly label?: string;
  readonly special?: Special | null;
}) {
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
          onClick={() => void copy(special ? special.copyText(value) : textOf(value), "Value copied")}
        />
      </div>
      {structured && look === "tree" ? (
        <div className="tw-json-body">
          <SpecialContext value={special}>
            <Branch value={value} path={[]} depth={0} />
          </SpecialContext>
        </div>
      ) : (
        <LongText text={textOf(value)} />
      )}
    </section>
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : jsonText(value);
}

/** A text that opens in pieces. */
function LongText({ text }: { readonly text: string }) {
  const [shown, setShown] = useState(longestText);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key */}
      <pre className="tw-json-body" tabIndex={0}>
        {text.slice(0, shown)}
      </pre>
      {text.length > shown && (
        <button type="button" className="tw-json-more" onClick={() => setShown(shown + longestText)}>
          {(text.length - shown).toLocaleString("en")} more characters …
        </button>
      )}
    </>
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
  const special = use(SpecialContext);
  const branch = typeof value === "object" && value !== null;
  const drawn = branch ? special?.draw(value, path) : undefined;
  const [open, setOpen] = useState(depth < 1);
  const key = (
    <button
      type="button"
      className="tw-json-key"
      title={`Copy path ${jsonPath(path)}`}
      onClick={() => void copy(jsonPath(path), `Path ${jsonPath(path)} copied`)}
    >
      {name}
    </button>
  );
  if (drawn !== undefined)
    return (
      <>
        <div className="tw-json-entry">
          <span className="tw-json-toggle" />
          {key}
        </div>
        <div className="tw-json-inner">{drawn}</div>
      </>
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
  const [whole, setWhole] = useState(false);
  const kind = value === null ? "null" : typeof value;
  if (typeof value === "string" && value.length > longestLeaf && !whole)
    return (
      <span className="tw-json-string">
        {JSON.stringify(value.slice(0, longestLeaf))}
        <button type="button" className="tw-json-more" onClick={() => setWhole(true)}>
          {(value.length - longestLeaf).toLocaleString("en")} more characters …
        </button>
      </span>
    );
  if (typeof value === "string" && value.length > longestText) return <LongText text={value} />;
  return <span className={`tw-json-${kind}`}>{typeof value === "string" ? JSON.stringify(value) : String(value)}</span>;
}

async function copy(text: string | Promise<string>, said: string): Promise<void> {
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
