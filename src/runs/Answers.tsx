import { MessageCircleQuestionMark } from "lucide-react";
import { EmptyState } from "../ui/EmptyState.tsx";
import { needsYouOf } from "./needsYou.ts";
import { ParkedCard } from "./ParkedCard.tsx";
import { RecoveryCard } from "./RecoveryCard.tsx";
import { useShown } from "./RunContext.ts";
import { WholeAsk } from "./WholeAsk.tsx";

/** Everything that waits for a person: attempts to decide about first, then questions. */
export function Answers({
  empty = false,
  onOpen,
}: {
  readonly empty?: boolean;
  /** Beside other things what is long stands folded, with the way to the whole. */
  readonly onOpen?: () => void;
}) {
  const needs = useShown(({ view }) => needsYouOf(view));
  if (needs === undefined) return null;
  const { asks, uncertain, parked } = needs;
  if (asks.length + uncertain.length + parked.length === 0)
    return (
      empty && (
        <EmptyState icon={<MessageCircleQuestionMark aria-hidden />} title="Nothing waits for you">
          Questions of the run, failed items and attempts that need a decision appear here.
        </EmptyState>
      )
    );
  return (
    <div className="answers">
      {uncertain.map((attempt) => (
        <RecoveryCard key={attempt.execution} attempt={attempt} />
      ))}
      {parked.map((group) => (
        <ParkedCard key={group.step} group={group} onOpen={onOpen} />
      ))}
      {asks.map((ask) => (
        <WholeAsk key={`${ask.step} ${ask.ask}`} ask={ask} />
      ))}
    </div>
  );
}
