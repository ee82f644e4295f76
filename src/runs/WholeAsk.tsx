import { useEffect, useState } from "react";
import { resolveValue } from "../engine/resolve.ts";
import { Notice } from "../ui/Notice.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import type { JsonObject } from "../workflow/json.ts";
import { AskCard } from "./AskCard.tsx";
import type { OpenAsk } from "./needsYou.ts";
import { useLoadValue } from "./useLoadValue.ts";

/** A question, once everything that its form needs is here. */
export function WholeAsk({ ask }: { readonly ask: OpenAsk }) {
  return ask.large === undefined ? <AskCard ask={ask} /> : <LargeAsk ask={ask} large={ask.large} />;
}

function LargeAsk({ ask, large }: { readonly ask: OpenAsk; readonly large: JsonObject }) {
  const load = useLoadValue();
  const [loaded, setLoaded] = useState<OpenAsk | string | null>(null);
  // The same question is told anew with every change of the run; what it names is the same by this text.
  const named = JSON.stringify(large);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `named` stands for `large`, and the ask's name for the ask
  useEffect(() => {
    let left = false;
    resolveValue(large, async (digest) => (await load(digest)).text()).then(
      (parts) => left || setLoaded({ ...ask, ...(parts as object) }),
      (error: unknown) => left || setLoaded(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      left = true;
    };
  }, [named, ask.ask, load]);
  if (loaded === null) return <Spinner label="Loading the question" />;
  return typeof loaded === "string" ? <Notice tone="bad" title={loaded} /> : <AskCard ask={loaded} />;
}
