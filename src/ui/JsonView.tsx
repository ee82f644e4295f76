import { ChevronRight, Copy, Search } from "lucide-react";
import { createContext, type ReactNode, use, useMemo, useState } from "react";
import { IconButton } from "./Button.tsx";
import { copyText } from "./copyText.ts";
import { type FoundValue, findInValue } from "./findInValue.ts";
import { plural } from "./format.ts";
import { jsonLine, jsonPath, jsonText } from "./jsonText.ts";
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

/** A JSON value as text or as a tree, with search, and copying of the whole or of a path. Long lists open in pieces. */
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
  /** `null`: nothing is searched. */
  const [wanted, setWanted] = useState<string | null>(null);
  return (
    <section className="tw-json" aria-label={label}>
      {wanted !== null && (
        <input
          type="search"
          className="tw-json-search"
          placeholder="Search names and values"
          aria-label={`Search in ${label}`}
          // biome-ignore lint/a11y/noAutofocus: it comes by a click on its button, to be typed into
          autoFocus
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.stopPropagation();
            setWanted(null);
          }}
        />
      )}
      <div className="tw-json-tools">
        {structured && (
          <button type="button" className="tw-json-look" onClick={() => setLook(look === "tree" ? "text" : "tree")}>
            {look === "tree" ? "as text" : "as tree"}
          </button>
        )}
        {structured && (
          <IconButton
            label={`Search in ${label}`}
            size="small"
            icon={<Search aria-hidden />}
            aria-pressed={wanted !== null}
            onClick={() => setWanted(wanted === null ? "" : null)}
          />
        )}
        <IconButton
          label="Copy value"
          size="small"
          icon={<Copy aria-hidden />}
          onClick={() => void copyText(special ? special.copyText(value) : textOf(value), "Value copied")}
        />
      </div>
      {structured && wanted !== null && wanted !== "" ? (
        <Found value={value} wanted={wanted} />
      ) : structured && look === "tree" ? (
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

/** The places of a text: their paths and what stands there. */
function Found({ value, wanted }: { readonly value: object; readonly wanted: string }) {
  const { found, more } = useMemo(() => findInValue(value, wanted), [value, wanted]);
  return (
    <div className="tw-json-body">
      {found.length === 0 && <p className="tw-muted">No name and no value has this text.</p>}
      <ul className="tw-json-list" aria-label="Found">
        {found.map((place) => (
          <li key={jsonPath(place.path)}>
            <Place {...place} />
          </li>
        ))}
      </ul>
      {more && <p className="tw-muted">These are the first {found.length}; there are more.</p>}
    </div>
  );
}

function Place({ path, value }: FoundValue) {
  return (
    <div className="tw-json-entry">
      <PathKey path={path} name={jsonPath(path)} />
      {typeof value === "object" && value !== null ? (
        <span className="tw-json-summary tw-cut">{jsonLine(value, 60)}</span>
      ) : (
        <Leaf value={value} />
      )}
    </div>
  );
}

/** Copies the path of a member. */
function PathKey({ path, name }: { readonly path: Path; readonly name: string | number }) {
  const text = jsonPath(path);
  return (
    <button
      type="button"
      className="tw-json-key"
      title={`Copy path ${text}`}
      onClick={() => void copyText(text, `Path ${text} copied`)}
    >
      {name}
    </button>
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
  const key = <PathKey path={path} name={name} />;
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
