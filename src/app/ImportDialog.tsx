import { CircleAlert, CircleCheck, FileUp, TriangleAlert } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { LogReport } from "../protocol/exports.ts";
import { ProblemList } from "../runs/ProblemList.tsx";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Field } from "../ui/Field.tsx";
import { formatExact, plural } from "../ui/format.ts";
import { Select } from "../ui/Select.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { TextArea } from "../ui/TextInput.tsx";
import { closeImport, type FileReport, type ImportFlow, importFiles, useImport } from "./importFiles.ts";
import { type Route, routeHash } from "./route.ts";
import "./ImportDialog.css";

/** Takes workflow files and run logs, and tells what became of each. */
export function ImportDialog({ api }: { readonly api: EngineApi }) {
  const flow = useImport();
  switch (flow.kind) {
    case "closed":
      return null;
    case "asking":
      return <AskForFiles api={api} />;
    case "reading":
      return (
        <Dialog open onClose={() => {}} title="Import" width="narrow">
          <Spinner label={`Reading ${flow.files.join(", ")} …`} />
        </Dialog>
      );
    case "choosing":
      return <ChoosePlace key={flow.file} flow={flow} />;
    case "report":
      return (
        <Dialog
          open
          onClose={closeImport}
          title="What was imported"
          actions={
            <Button variant="primary" onClick={closeImport}>
              Close
            </Button>
          }
        >
          <ul className="import-reports">
            {flow.reports.map((report, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name, and the list never changes
              <li key={index}>
                <Report report={report} />
              </li>
            ))}
          </ul>
        </Dialog>
      );
  }
}

/** Another one of its name is here: beside it, or in its place. */
function ChoosePlace({ flow }: { readonly flow: Extract<ImportFlow, { kind: "choosing" }> }) {
  const { file, name, here, choose } = flow;
  const copy = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useState(here[0]?.id ?? "");
  const replaced = here.find(({ id }) => id === place);
  return (
    <Dialog
      open
      onClose={() => choose({ kind: "skip" })}
      title={`“${name}” is here already`}
      description={`${file} holds a workflow of the same name.`}
      initialFocus={copy}
      actions={
        <>
          <Button onClick={() => choose({ kind: "skip" })}>Do not import</Button>
          <Button
            onClick={() => choose({ kind: "replace", id: place })}
            aria-label={`Replace ${replaced?.name ?? name}`}
          >
            Replace
          </Button>
          <Button ref={copy} variant="primary" onClick={() => choose({ kind: "copy" })}>
            Import as a copy
          </Button>
        </>
      }
    >
      {here.length > 1 && (
        <Field label="Which one would be replaced">
          <Select
            value={place}
            onChange={setPlace}
            options={here.map(({ id, name: named, steps, editedAt }) => ({
              value: id,
              label: named,
              note: `${plural(steps, "step")}, edited ${formatExact(editedAt)}`,
            }))}
          />
        </Field>
      )}
      <p>
        Replacing keeps {here.length > 1 ? "its" : "the"} runs and earlier versions, and takes back everything that the
        workflow was allowed: its next run asks again.
      </p>
    </Dialog>
  );
}

function AskForFiles({ api }: { readonly api: EngineApi }) {
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const [text, setText] = useState("");
  return (
    <Dialog
      open
      onClose={closeImport}
      title="Import"
      initialFocus={choose}
      description="Workflow files (*.workflow.json) and run logs (*.runlog.jsonl, also gzipped). Importing runs nothing."
      actions={
        <>
          <Button onClick={closeImport}>Close</Button>
          <Button
            variant="primary"
            disabled={text.trim() === ""}
            onClick={() => void importFiles(api, [new File([text], "pasted text")])}
          >
            Import the text
          </Button>
        </>
      }
    >
      <button ref={choose} type="button" className="import-drop" onClick={() => input.current?.click()}>
        <FileUp aria-hidden />
        <span>
          <b>Choose files</b> or drop them anywhere on the page
        </span>
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to import"
        accept=".json,.jsonl,.gz"
        onChange={(event) => void importFiles(api, [...(event.target.files ?? [])])}
      />
      <Field label="Or paste the text of a file">
        <TextArea
          mono
          minRows={5}
          value={text}
          onChange={setText}
          placeholder={'{ "format": "tickwork/workflow@1", … }'}
        />
      </Field>
    </Dialog>
  );
}

function Report({ report }: { readonly report: FileReport }) {
  switch (report.kind) {
    case "refused":
      return (
        <Row icon={<CircleAlert aria-hidden />} tone="bad" file={report.file}>
          <p>{report.refusal.message}</p>
          <ProblemList
            problems={(report.refusal.problems ?? []).filter(
              ({ message }) => !report.refusal.message.includes(message),
            )}
          />
          <p className="tw-muted">Nothing was stored.</p>
        </Row>
      );
    case "workflow":
      return (
        <Row
          icon={report.warnings.length > 0 ? <TriangleAlert aria-hidden /> : <CircleCheck aria-hidden />}
          tone={report.warnings.length > 0 ? "wait" : "ok"}
          file={report.file}
          open={{ kind: "workflow", workflow: report.id }}
        >
          <p>
            The workflow “{report.name}” is stored{report.replaced && " in the place of the one that was here"}
            {report.warnings.length > 0 ? `, with ${plural(report.warnings.length, "remark")}:` : "."}
          </p>
          <ProblemList problems={report.warnings} />
        </Row>
      );
    case "log": {
      const { damage, runId } = report.report;
      return (
        <Row
          icon={damage ? <TriangleAlert aria-hidden /> : <CircleCheck aria-hidden />}
          tone={damage ? "wait" : "ok"}
          file={report.file}
          open={{ kind: "run", run: runId }}
        >
          <p>{logText(report.report)}</p>
        </Row>
      );
    }
  }
}

function logText({ how, ticks, damage }: LogReport): string {
  if (damage)
    return `The log is damaged in line ${damage.line}: ${damage.message} It opens to look at, up to tick ${ticks}; nothing was stored.`;
  switch (how) {
    case "new":
      return `The run is stored, with ${plural(ticks, "tick")}.`;
    case "here":
      return "This run is here already, the same tick by tick. Nothing changed.";
    case "continued":
      return `The log goes further than the run that was here; it now has ${plural(ticks, "tick")}.`;
    case "copy":
      return `A different run with the same id is here; this one is stored as a copy, with ${plural(ticks, "tick")}.`;
  }
}

function Row({
  icon,
  tone,
  file,
  open,
  children,
}: {
  readonly icon: ReactNode;
  readonly tone: "ok" | "wait" | "bad";
  readonly file: string;
  readonly open?: Exclude<Route, { kind: "unknown" }>;
  readonly children: ReactNode;
}) {
  return (
    <div className={`import-report import-${tone}`}>
      {icon}
      <div className="import-text">
        <b className="tw-cut">{file}</b>
        {children}
      </div>
      {open && (
        <a className="import-open" href={routeHash(open)} onClick={closeImport}>
          Open
        </a>
      )}
    </div>
  );
}
