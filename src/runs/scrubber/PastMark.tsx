import { History } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { formatCount } from "../../ui/format.ts";
import { useHistory } from "../RunContext.ts";
import { momentText } from "./momentText.ts";
import { useScrub, wayBack } from "./useScrub.ts";

/** Says on the canvas that it is the past that one sees, which moment of it, and the way back. */
export function PastMark() {
  const { history } = useHistory();
  const { at, last, read, isPast, ahead, live } = useScrub();
  if (!isPast) return null;
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
