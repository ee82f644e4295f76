import { Search } from "lucide-react";
import type { RunListPage, RunStanding } from "../../protocol/runList.ts";
import { Button } from "../../ui/Button.tsx";
import { Select, type SelectOption } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { isFiltered, noFilters, type RunFilters, type RunTime } from "./runFilters.ts";

const standings: readonly SelectOption<RunStanding | "">[] = [
  { value: "", label: "Any state" },
  { value: "needs-you", label: "Needs you" },
  { value: "active", label: "Not ended" },
  { value: "success", label: "Success" },
  { value: "failed", label: "Failed", note: "also denied, blocked, timed out" },
  { value: "cancelled", label: "Cancelled" },
];

const times: readonly SelectOption<RunTime | "">[] = [
  { value: "", label: "Any time" },
  { value: "hour", label: "Last hour" },
  { value: "day", label: "Last 24 hours" },
  { value: "week", label: "Last 7 days" },
  { value: "month", label: "Last 30 days" },
];

/** Searches and narrows the list of runs. */
export function RunFilterBar({
  filters,
  page,
  onChange,
}: {
  readonly filters: RunFilters;
  readonly page: Pick<RunListPage, "workflows" | "tags"> | null;
  readonly onChange: (filters: RunFilters) => void;
}) {
  const change = (part: Partial<RunFilters>) => onChange({ ...filters, ...part });
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is not in every browser we support
    <div className="runs-filters" role="search" aria-label="Runs">
      <div className="runs-find">
        <Search aria-hidden />
        <TextInput
          type="search"
          aria-label="Search runs"
          placeholder="Search name, tag, result"
          value={filters.text}
          onChange={(text) => change({ text })}
        />
      </div>
      <Select
        aria-label="State"
        className="runs-select"
        value={filters.standing}
        options={standings}
        onChange={(standing) => change({ standing })}
      />
      <Select
        aria-label="Workflow"
        className="runs-select"
        value={filters.workflow}
        options={named("All workflows", page?.workflows ?? [], filters.workflow)}
        onChange={(workflow) => change({ workflow })}
      />
      <Select
        aria-label="Tag"
        className="runs-select"
        value={filters.tag}
        options={named("Any tag", page?.tags ?? [], filters.tag)}
        onChange={(tag) => change({ tag })}
      />
      <Select
        aria-label="Started"
        className="runs-select"
        value={filters.time}
        options={times}
        onChange={(time) => change({ time })}
      />
      {isFiltered(filters) && (
        <Button
          variant="quiet"
          onClick={() => change({ ...noFilters, order: filters.order, descending: filters.descending })}
        >
          Clear
        </Button>
      )}
    </div>
  );
}

/** What is chosen stays among the options, although no run may have it any more. */
function named(
  all: string,
  known: readonly (readonly [string, number])[],
  chosen: string,
): readonly SelectOption<string>[] {
  const options = known.map(([value, runs]) => ({ value, label: value, note: runs === 1 ? "1 run" : `${runs} runs` }));
  const isKnown = chosen === "" || known.some(([value]) => value === chosen);
  return [{ value: "", label: all }, ...options, ...(isKnown ? [] : [{ value: chosen, label: chosen }])];
}
