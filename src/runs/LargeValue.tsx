import { Download, Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import { bytesOf, digestOf, type Reference } from "../engine/reference.ts";
import { Button } from "../ui/Button.tsx";
import { download } from "../ui/download.ts";
import { formatBytes, plural } from "../ui/format.ts";
import { TextInput } from "../ui/TextInput.tsx";
import { showToast } from "../ui/toast.ts";
import type { Json } from "../workflow/json.ts";
import { type FoundText, findInText } from "./findInText.ts";
import { useLoadValue } from "./useLoadValue.ts";
import "./LargeValue.css";

/** Bytes of the beginning that are read at first, whatever the size. */
const previewBytes = 4_096;

type Shown =
  | { readonly kind: "closed" }
  | { readonly kind: "loading" }
  | { readonly kind: "preview"; readonly text: string }
  | { readonly kind: "whole"; readonly value: Json }
  | { readonly kind: "failed"; readonly message: string };

/** A value that is kept beside the journal: its size, its beginning, the whole of it, or what is found in it. */
export function LargeValue({
  reference,
  label,
  draw,
}: {
  readonly reference: Reference;
  readonly label: string;
  /** Draws the whole of it. */
  readonly draw: (value: Json) => ReactNode;
}) {
  const load = useLoadValue();
  const [shown, setShown] = useState<Shown>({ kind: "closed" });
  const [searching, setSearching] = useState(false);
  const digest = digestOf(reference);
  const size = formatBytes(bytesOf(reference));

  const open = async (read: (value: Blob) => Promise<Shown>) => {
    setShown({ kind: "loading" });
    setShown(await load(digest).then(read).catch(failed));
  };
  const save = () =>
    load(digest).then(
      (value) => download(value, `${label}.json`),
      (error: unknown) => showToast({ tone: "bad", text: messageOf(error) }),
    );
  return (
    <section className="large-value" aria-label={`${label}, ${size}`}>
      <div className="large-value-head">
        <span className="large-value-size" title={digest}>
          {size} of JSON
        </span>
        {shown.kind !== "whole" && (
          <Button size="small" onClick={() => void open(readWhole)} disabled={shown.kind === "loading"}>
            Show
          </Button>
        )}
        {shown.kind === "closed" && (
          <Button size="small" variant="quiet" onClick={() => void open(readPreview)}>
            Peek
          </Button>
        )}
        {(shown.kind === "whole" || shown.kind === "preview") && (
          <Button size="small" variant="quiet" onClick={() => setShown({ kind: "closed" })}>
            Hide
          </Button>
        )}
        <Button
          size="small"
          variant="quiet"
          icon={<Search aria-hidden />}
          aria-expanded={searching}
          onClick={() => setSearching(!searching)}
        >
          Search
        </Button>
        <Button size="small" variant="quiet" icon={<Download aria-hidden />} onClick={() => void save()}>
          Download
        </Button>
      </div>
      {searching && <SearchIn digest={digest} label={label} />}
      {shown.kind === "preview" && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key
        <pre className="large-value-text" tabIndex={0}>
          {shown.text}…
        </pre>
      )}
      {shown.kind === "whole" && draw(shown.value)}
      {shown.kind === "failed" && <p role="alert">{shown.message}</p>}
    </section>
  );
}

async function readPreview(value: Blob): Promise<Shown> {
  // A character that is cut in two at the end is left out.
  const text = new TextDecoder().decode(await value.slice(0, previewBytes).arrayBuffer(), { stream: true });
  return { kind: "preview", text };
}

async function readWhole(value: Blob): Promise<Shown> {
  return { kind: "whole", value: JSON.parse(await value.text()) as Json };
}

function failed(error: unknown): Shown {
  return { kind: "failed", message: messageOf(error) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Places in the text of the value, with what stands around them. */
function SearchIn({ digest, label }: { readonly digest: string; readonly label: string }) {
  const load = useLoadValue();
  const [wanted, setWanted] = useState("");
  const [found, setFound] = useState<FoundText | string | null>(null);
  const search = async () => {
    if (wanted === "") return;
    setFound(
      await load(digest)
        .then(async (value) => findInText(await value.text(), wanted))
        .catch(messageOf),
    );
  };
  return (
    <form
      className="large-value-search"
      onSubmit={(event) => {
        event.preventDefault();
        void search();
      }}
    >
      <TextInput value={wanted} onChange={setWanted} aria-label={`Search in ${label}`} placeholder="Text to find" />
      <Button size="small" type="submit">
        Find
      </Button>
      {typeof found === "string" && <p role="alert">{found}</p>}
      {found !== null && typeof found === "object" && (
        <output className="large-value-found">
          <span className="tw-muted">
            {found.more ? `The first ${plural(found.places.length, "place")}` : plural(found.places.length, "place")}
          </span>
          <ul>
            {found.places.map(({ at, before, match, after }) => (
              <li key={at} className="tw-mono tw-cut">
                {before}
                <mark>{match}</mark>
                {after}
              </li>
            ))}
          </ul>
        </output>
      )}
    </form>
  );
}
