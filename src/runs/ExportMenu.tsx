import { ChevronDown, Download } from "lucide-react";
import { Button, IconButton } from "../ui/Button.tsx";
import { Menu } from "../ui/Menu.tsx";
import { exportForms, exportRunAs } from "./exportRunAs.ts";
import { useRunContext } from "./RunContext.ts";
import "./ExportMenu.css";

/** The run's log with one click, and beside it every other form that a run has. */
export function ExportMenu() {
  const { api, stored } = useRunContext();
  const { summary } = stored;
  return (
    <div className="export-menu">
      <Button
        className="run-secondary"
        title="Export the log of the run"
        icon={<Download aria-hidden />}
        onClick={() => void exportRunAs(api, summary, "log")}
      >
        Export log
      </Button>
      <Menu
        align="end"
        trigger={<IconButton label="Export as …" variant="plain" icon={<ChevronDown aria-hidden />} />}
        entries={exportForms.map(({ form, label, note }) => ({
          kind: "action",
          id: form,
          label,
          note,
          onChoose: () => void exportRunAs(api, summary, form),
        }))}
      />
    </div>
  );
}
