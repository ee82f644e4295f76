import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, Copy } from "lucide-react";
import { type CSSProperties, useLayoutEffect, useRef, useState } from "react";
import type { LogLevel } from "../protocol/runUpdate.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { classNames } from "../ui/classNames.ts";
import { formatBytes, formatCount, formatExact } from "../ui/format.ts";
import { Select } from "../ui/Select.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { showToast } from "../ui/toast.ts";
import type { AnsiStyle } from "./ansi.ts";
import { clockTime } from "./clockTime.ts";
import { filterLog, type OutputLine, outputText, shownLines } from "./outputLines.ts";
import { useOutput } from "./useOutput.ts";
import "./OutputLog.css";

const lineHeight = 19;
/** Of one stretch of a line, characters: a browser takes long to lay out a line of megabytes. Copying takes all. */
const mostDrawn = 10_000;

const levels = [
  { value: "debug", label: "All levels" },
  { value: "log", label: "Without debug" },
  { value: "warn", label: "Warnings, errors" },
  { value: "error", label: "Errors" },
] as const satisfies readonly { readonly value: LogLevel; readonly label: string }[];

const levelWords: Readonly<Record<LogLevel, string>> = {
  debug: "debug",
  log: "",
  info: "info",
  warn: "warn",
  error: "error",
};

/** The output of an attempt, streaming. It follows its end until the person scrolls away from it. */
export function OutputLog({
  execution,
  label,
  runs,
  quiet = false,
}: {
  readonly execution: string;
  readonly label: string;
  /** It may still write. */
  readonly runs: boolean;
  /** Shows nothing while there is nothing. */
  readonly quiet?: boolean;
}) {
  const output = useOutput(execution);
  const [least, setLeast] = useState<LogLevel>("debug");
  const [text, setText] = useState("");
  const lines = shownLines(output);
  const isLog = lines.some(({ stream }) => stream === "log");
  const filtered = isLog ? filterLog(lines, { least, text }) : lines;
  const unavailable = typeof output.end === "object" ? output.end.unavailable : null;
  if (quiet && lines.length === 0) return null;
  return (
    <section className="details-part" aria-label={label}>
      <div className="log-head">
        <h3>{label}</h3>
        {runs && output.end === "open" && <span className="tw-muted">live</span>}
        <IconButton
          label={`Copy ${label.toLowerCase()}`}
          size="small"
          icon={<Copy aria-hidden />}
          disabled={lines.length === 0}
          onClick={() =>
            void navigator.clipboard.writeText(outputText(output)).then(
              () => showToast({ tone: "ok", text: "Output copied" }),
              () => showToast({ tone: "bad", text: "The browser did not let the page write to the clipboard." }),
            )
          }
        />
      </div>
      {isLog && lines.length > 1 && (
        <div className="log-tools">
          <TextInput
            value={text}
            onChange={setText}
            type="search"
            placeholder="Filter the log"
            aria-label="Filter the log"
          />
          <Select aria-label="Levels" value={least} onChange={setLeast} options={levels} />
        </div>
      )}
      {unavailable !== null && <p className="tw-muted">{unavailable}</p>}
      {lines.length === 0 && unavailable === null ? (
        <p className="tw-muted">{nothingWord(runs, output.end === "open")}</p>
      ) : (
        <Lines lines={filtered} label={label} />
      )}
    </section>
  );
}

/** While it is not known what there is, nothing is said of it. */
function nothingWord(runs: boolean, isOpen: boolean): string {
  if (runs) return "Nothing printed yet.";
  return isOpen ? "Reading what it printed …" : "It printed nothing.";
}

function Lines({ lines, label }: { readonly lines: readonly OutputLine[]; readonly label: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const [follows, setFollows] = useState(true);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: () => lineHeight,
    overscan: 20,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows when lines come
  useLayoutEffect(() => {
    const element = frame.current;
    if (follows && element) element.scrollTop = element.scrollHeight;
  }, [follows, lines.length]);
  const onScroll = () => {
    const element = frame.current;
    if (element) setFollows(element.scrollHeight - element.scrollTop - element.clientHeight < lineHeight * 2);
  };
  return (
    <div className="log-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key */}
      <div className="log" ref={frame} onScroll={onScroll} role="log" aria-label={label} aria-live="off" tabIndex={0}>
        <div className="log-all" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const line = lines[index];
            return (
              line && (
                <div
                  key={index}
                  className={classNames(
                    "log-line",
                    line.stream === "stderr" && "log-stderr",
                    line.level !== undefined && `log-${line.level}`,
                  )}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {line.at !== undefined && (
                    <span className="log-time" title={formatExact(line.at)}>
                      {clockTime(line.at)}
                    </span>
                  )}
                  {line.level !== undefined && <span className="log-level">{levelWords[line.level]}</span>}
                  <LineText line={line} />
                </div>
              )
            );
          })}
        </div>
      </div>
      {!follows && (
        <Button size="small" className="log-follow" icon={<ArrowDown aria-hidden />} onClick={() => setFollows(true)}>
          To the end
        </Button>
      )}
    </div>
  );
}

function LineText({ line }: { readonly line: OutputLine }) {
  if (line.gap !== undefined) return <span className="log-gap">⋯ {formatBytes(line.gap)} were not kept ⋯</span>;
  if (line.spans.length === 0) return "\u00a0";
  return line.spans.map(({ text, style }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: spans of a line have no other name
    <span key={index} className={classOf(style)} style={colorsOf(style)}>
      {text.length <= mostDrawn
        ? text
        : `${text.slice(0, mostDrawn)} ⋯ ${formatCount(text.length - mostDrawn)} more characters`}
    </span>
  ));
}

function classOf(style: AnsiStyle): string | undefined {
  const color = style.inverse ? style.background : style.color;
  const background = style.inverse ? (style.color ?? 7) : style.background;
  return (
    classNames(
      typeof color === "number" && `ansi-${color}`,
      typeof background === "number" && `ansi-on-${background}`,
      style.inverse && color === undefined && "ansi-0",
      style.bold && "ansi-bold",
      style.dim && "ansi-dim",
      style.italic && "ansi-italic",
      style.underline && "ansi-underline",
      style.strike && "ansi-strike",
    ) || undefined
  );
}

function colorsOf(style: AnsiStyle): CSSProperties | undefined {
  if (typeof style.color !== "string" && typeof style.background !== "string") return undefined;
  return {
    ...(typeof style.color === "string" && { color: style.color }),
    ...(typeof style.background === "string" && { background: style.background }),
  };
}
