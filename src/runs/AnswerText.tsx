import { useLayoutEffect, useRef } from "react";
import { outputText } from "./outputLines.ts";
import { useOutput } from "./useOutput.ts";
import "./AnswerText.css";

/** How near to its end, px, a person follows a text that grows. */
const nearEnd = 40;

/** What a model or a server answers, as it comes. It is text: nothing in it is drawn or followed. */
export function AnswerText({
  execution,
  label,
  quiet = false,
}: {
  readonly execution: string;
  readonly label: string;
  /** Shows nothing while there is nothing. */
  readonly quiet?: boolean;
}) {
  const output = useOutput(execution);
  const frame = useRef<HTMLPreElement>(null);
  const follows = useRef(true);
  const text = outputText(output);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows when text comes
  useLayoutEffect(() => {
    const element = frame.current;
    if (element && follows.current) element.scrollTop = element.scrollHeight;
  }, [text]);
  if (text === "" && (quiet || output.end !== "open")) return null;
  return (
    <section className="details-part" aria-label={label}>
      <div className="log-head">
        <h3>{label}</h3>
        {output.end === "open" && <span className="tw-muted">live</span>}
      </div>
      {text === "" ? (
        <p className="tw-muted">Nothing came yet.</p>
      ) : (
        <pre
          ref={frame}
          className="answer-text"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key
          tabIndex={0}
          onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
            follows.current = scrollHeight - scrollTop - clientHeight < nearEnd;
          }}
        >
          {text}
        </pre>
      )}
    </section>
  );
}
