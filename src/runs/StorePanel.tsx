import { ArrowDown, ArrowUp } from "lucide-react";
import { useStore } from "zustand";
import { countUpTo } from "../engine/PastIndex.ts";
import { Button } from "../ui/Button.tsx";
import { classNames } from "../ui/classNames.ts";
import { formatCount, plural } from "../ui/format.ts";
import type { Json } from "../workflow/json.ts";
import { clockTime } from "./clockTime.ts";
import { brief } from "./journalLine.ts";
import { useHistory, useRunContext, useShown, useTick } from "./RunContext.ts";
import { ValueTree } from "./ValueTree.tsx";
import "./StorePanel.css";

/** Changes of a value that are listed: those around the moment that is shown. */
const maxChanges = 200;

/** What the store holds, and of each value when it changed and by which step. */
export function StorePanel() {
  const { stores } = useRunContext();
  const { travel } = useHistory();
  const store = useShown(({ view }) => view.store);
  const chosen = useStore(stores.storeKey, ({ key }) => key);
  if (store === undefined) return null;
  const isObject = typeof store === "object" && store !== null && !Array.isArray(store);
  const keys = [...new Set([...travel.index.storeKeys(), ...(isObject ? Object.keys(store) : [])])];
  if (keys.length === 0)
    return (
      <p className="store-none tw-muted">
        The store is empty. Code steps write to it with ctx.store, every step with “set”.
      </p>
    );
  const key = chosen !== null && keys.includes(chosen) ? chosen : (keys[0] ?? "");
  const held = isObject ? (store as Readonly<Record<string, Json>>) : {};
  return (
    <div className="store">
      <ul className="store-keys" aria-label="Values of the store">
        {keys.map((name) => (
          <li key={name}>
            <button
              type="button"
              className={classNames("store-key", name === key && "store-chosen")}
              aria-pressed={name === key}
              onClick={() => stores.storeKey.setState({ key: name })}
            >
              <b className="tw-cut tw-mono">{name}</b>
              <span className="tw-cut tw-mono tw-muted">
                {Object.hasOwn(held, name) ? brief(held[name] ?? null) : "not there"}
              </span>
              <span className="store-count tw-muted">{plural(travel.index.storeChanges([name]).length, "change")}</span>
            </button>
          </li>
        ))}
      </ul>
      <section className="store-value" aria-label={`Value of ${key}`}>
        {Object.hasOwn(held, key) ? (
          <ValueTree value={held[key]} label={key} />
        ) : (
          <p className="tw-muted">It is not there at this moment.</p>
        )}
      </section>
      <Changes name={key} />
    </div>
  );
}

/** When a value changed, newest first, each with the way to its tick. */
function Changes({ name }: { readonly name: string }) {
  const { stores, title } = useRunContext();
  const { history, travel, seq } = useHistory();
  const tick = useTick();
  const seqs = travel.index.storeChanges([name]);
  const shown = countUpTo(seqs, tick ?? seq);
  const until = Math.min(seqs.length, Math.max(shown + maxChanges / 2, maxChanges));
  const from = Math.max(0, until - maxChanges);
  const listed = seqs.slice(from, until).toReversed();
  const go = (to: number | undefined) => to !== undefined && stores.moment.setState({ tick: to, playing: false });
  const isAt = tick !== null && seqs[shown - 1] === tick;
  const before = seqs[shown - (isAt ? 2 : 1)];
  return (
    <section className="store-changes" aria-label={`Changes of ${name}`}>
      <header>
        <h3>{plural(seqs.length, "change")}</h3>
        <Button
          size="small"
          variant="quiet"
          icon={<ArrowUp aria-hidden />}
          disabled={seqs[shown] === undefined}
          onClick={() => go(seqs[shown])}
        >
          Later
        </Button>
        <Button
          size="small"
          variant="quiet"
          icon={<ArrowDown aria-hidden />}
          disabled={before === undefined}
          onClick={() => go(before)}
        >
          Earlier
        </Button>
      </header>
      <ol>
        {listed.map((at) => {
          const entry = history.entries[at - 1];
          const value = travel.index.storeValueAt([name], at);
          return (
            <li key={at}>
              <button
                type="button"
                className={classNames("store-change", at > (tick ?? seq) && "store-later")}
                aria-current={at === tick || undefined}
                onClick={() => go(at)}
              >
                <span className="tw-mono">tick {formatCount(at)}</span>
                <span className="tw-muted">{entry && clockTime(entry.tick.at)}</span>
                <span className="tw-cut">{entry?.step === undefined ? "the start" : title(entry.step)}</span>
                <code className="tw-cut">{value === undefined ? "taken away" : brief(value)}</code>
              </button>
            </li>
          );
        })}
      </ol>
      {seqs.length > listed.length && (
        <p className="tw-muted">
          {formatCount(listed.length)} of {plural(seqs.length, "change")}, around the moment that is shown.
        </p>
      )}
    </section>
  );
}
