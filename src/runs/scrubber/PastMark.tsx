import { History } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { formatCount } from "../../ui/format.ts";
import { useHistory, useTick } from "../RunContext.ts";
import { momentText } from "./momentText.ts";
import { useAhead, useScrubPlace, useScrubWays, wayBack } from "./useScrub.ts";

/** Says on the canvas that it is the past that one sees, which moment of it, and the way back. */
export function PastMark() {
  return useTick() === null ? null : <Mark />;
}

function Mark() {
  const { history } = useHistory();
  const { at, last, read } = useScrubPlace();
  const { live } = useScrubWays();
  const ahead = useAhead();
  return (
    <div className="past-mark" role="status">
      <History aria-hidden size={14} />
      <span className="past-mark-text">{momentText(history, at, last)}</span>
      {at > read && <span className="tw-muted">read up to {formatCount(read)}</span>}
      <Button size="small" variant="quiet" onClick={live}>
        {wayBack[ahead]}
      </Button>
    </div>
  );
}
