import { Download, Moon, Sun, Workflow } from "lucide-react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { foldedHistory } from "../runs/historyFeed.ts";
import { RunPage } from "../runs/RunPage.tsx";
import { Button, IconButton } from "../ui/Button.tsx";
import { download } from "../ui/download.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { formatCount } from "../ui/format.ts";
import { Spinner } from "../ui/Spinner.tsx";
import { useTheme } from "../ui/theme.ts";
import { showToast } from "../ui/toast.ts";
import { TopBarPlacesContext } from "../ui/topBarSlots.tsx";
import { createLogEngine, summaryOf } from "./logEngine.ts";
import { type OpenedLog, type OpenLog, openLog } from "./openLog.ts";
import "./Viewer.css";

/** The run that this file holds: the same page as in Tickwork, to look at. */
export function Viewer({ file }: { readonly file: Uint8Array }) {
  const [opened, setOpened] = useState<OpenLog | null>(null);
  const [read, setRead] = useState(0);
  useEffect(() => {
    let left = false;
    const breathe = (ticks: number): Promise<void> => {
      if (!left) setRead(ticks);
      return new Promise((resolve) => setTimeout(resolve));
    };
    void openLog(inPieces(file), breathe).then((result) => !left && setOpened(result));
    return () => {
      left = true;
    };
  }, [file]);
  if (opened === null)
    return (
      <div className="viewer-message">
        <Spinner label={read === 0 ? "Reading the run …" : `Reading the run … ${formatCount(read)} ticks`} />
      </div>
    );
  if (!opened.ok)
    return (
      <div className="viewer-message">
        <EmptyState title="The run in this file cannot be shown">{opened.message}</EmptyState>
      </div>
    );
  return <Shown log={opened.log} file={file} />;
}

function Shown({ log, file }: { readonly log: OpenedLog; readonly file: Uint8Array }) {
  const [middle, setMiddle] = useState<HTMLElement | null>(null);
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const [place, setPlace] = useState<{ readonly inside: string; readonly tick: number | null }>({
    inside: "",
    tick: null,
  });
  const onInside = useCallback((inside: string, tick: number | null) => setPlace({ inside, tick }), []);
  const onTick = useCallback((tick: number | null) => setPlace(({ inside }) => ({ inside, tick })), []);
  const { theme, choose } = useTheme();
  const other = theme === "dark" ? "light" : "dark";
  const api = useMemo(() => createLogEngine(log), [log]);
  const stored = useMemo(() => {
    const { header, travel } = log;
    const { input } = travel.stateAt(travel.seq);
    return { summary: summaryOf(log), workflow: travel.plan.workflow, digest: header.digest, input };
  }, [log]);
  const history = useMemo(() => foldedHistory(log), [log]);
  const places = useMemo(() => ({ middle, actions }), [middle, actions]);
  const save = () => {
    const packed = new Blob([new Uint8Array(file)], { type: "application/gzip" });
    download(packed, `${log.header.workflow.name}.runlog.jsonl.gz`);
  };
  return (
    <TopBarPlacesContext value={places}>
      <div className="viewer">
        <header className="viewer-top">
          <span className="viewer-mark" title="Made with Tickwork">
            <Workflow aria-hidden />
          </span>
          <div className="viewer-middle" ref={setMiddle} />
          <div className="viewer-actions" ref={setActions} />
          <IconButton
            label={`Use the ${other} theme`}
            icon={other === "dark" ? <Moon aria-hidden /> : <Sun aria-hidden />}
            onClick={() => choose(other)}
          />
          <Button icon={<Download aria-hidden />} onClick={save}>
            Save the log
          </Button>
        </header>
        <main className="viewer-main">
          <RunPage
            api={api}
            stored={stored}
            history={history}
            viewing
            damage={log.damage}
            inside={place.inside}
            onInside={onInside}
            tick={place.tick}
            onTick={onTick}
            onAskConsent={() => {}}
            onBegin={async () => null}
            onOpenRun={() => showToast({ tone: "info", text: "That run is not in this file." })}
            onLeave={() => {}}
          />
        </main>
      </div>
    </TopBarPlacesContext>
  );
}

async function* inPieces(file: Uint8Array): AsyncGenerator<Uint8Array> {
  const size = 16_384;
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
}
