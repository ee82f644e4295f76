import { FileCheck2, FileUp, X } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { IconButton } from "../ui/Button.tsx";
import { classNames } from "../ui/classNames.ts";
import { useFieldControl } from "../ui/Field.tsx";
import { formatBytes } from "../ui/format.ts";
import type { FieldKind } from "./fieldKind.ts";
import { byteCount } from "./formDraft.ts";
import "./FileField.css";

/** A place to choose a file or to drop it; the draft is its bytes as base64. Stands inside of a `Field`. */
export function FileField({
  kind,
  title,
  draft,
  onChange,
}: {
  readonly kind: Extract<FieldKind, { kind: "file" }>;
  readonly title: string;
  readonly draft: string | undefined;
  readonly onChange: (draft: string | undefined) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  /** Of the file that was chosen here; a draft from before has lost its name. */
  const [name, setName] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const control = useFieldControl();
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    if (kind.mostBytes !== undefined && file.size > kind.mostBytes)
      return setTrouble(
        `${file.name} has ${formatBytes(file.size)}; at most ${formatBytes(kind.mostBytes)} can be kept.`,
      );
    try {
      const base64 = await readBase64(file);
      setTrouble(null);
      setName(file.name);
      onChange(base64);
    } catch {
      setTrouble(`${file.name} could not be read. Choose it again.`);
    }
  };
  const onDrag = (event: DragEvent, isOver: boolean) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    // The page itself imports what is dropped elsewhere.
    event.preventDefault();
    setOver(isOver);
  };
  const onDrop = (event: DragEvent) => {
    onDrag(event, false);
    void take(event.dataTransfer.files[0]);
  };
  const has = draft !== undefined;
  return (
    <>
      <div className="file-field">
        <button
          {...control}
          type="button"
          className={classNames("file-drop", over && "file-over")}
          onClick={() => input.current?.click()}
          onDragEnter={(event) => onDrag(event, true)}
          onDragOver={(event) => onDrag(event, true)}
          onDragLeave={(event) => onDrag(event, false)}
          onDrop={onDrop}
        >
          {has ? <FileCheck2 aria-hidden /> : <FileUp aria-hidden />}
          <span>
            {has ? (
              <>
                <b>{name ?? "A file is chosen"}</b> {formatBytes(byteCount(draft))}
              </>
            ) : (
              <>
                <b>Choose a file</b> or drop it here
              </>
            )}
          </span>
        </button>
        {has && (
          <IconButton
            label={`Remove ${name ?? title}`}
            size="small"
            icon={<X aria-hidden />}
            onClick={() => {
              setName(null);
              onChange(undefined);
            }}
          />
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={title}
        {...(kind.mediaType !== undefined && { accept: kind.mediaType })}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          // The same file may be chosen again after it was changed.
          event.target.value = "";
        }}
      />
      {trouble !== null && (
        <p className="tw-field-error" role="alert">
          {trouble}
        </p>
      )}
    </>
  );
}

function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error);
    reader.onload = () => {
      const address = String(reader.result);
      // A file without any byte is `data:` alone.
      resolve(address.slice(address.indexOf(",") + 1 || address.length));
    };
    reader.readAsDataURL(file);
  });
}
