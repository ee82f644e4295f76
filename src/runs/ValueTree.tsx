import { useMemo } from "react";
import { isReference } from "../engine/reference.ts";
import { resolveValue } from "../engine/resolve.ts";
import { JsonView, type Special } from "../ui/JsonView.tsx";
import { jsonPath, jsonText } from "../ui/jsonText.ts";
import type { Json } from "../workflow/json.ts";
import { LargeValue } from "./LargeValue.tsx";
import { type LoadValue, useLoadValue } from "./useLoadValue.ts";

/** Text or tree of something that belongs to the run. Large values in it open by themselves, and are copied whole. */
export function ValueTree({ value, label }: { readonly value: unknown; readonly label: string }) {
  const load = useLoadValue();
  const special = useMemo(() => specialOf(label, load), [label, load]);
  return <JsonView value={value} label={label} special={special} />;
}

function specialOf(label: string, load: LoadValue): Special {
  return {
    draw(member, path) {
      if (!isReference(member)) return undefined;
      const name = `${label} ${jsonPath(path)}`;
      return <LargeValue reference={member} label={name} draw={(whole) => <ValueTree value={whole} label={name} />} />;
    },
    async copyText(whole) {
      const resolved = await resolveValue(whole as Json, async (digest) => (await load(digest)).text());
      return typeof resolved === "string" ? resolved : jsonText(resolved);
    },
  };
}
