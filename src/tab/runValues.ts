import type { Answer } from "../protocol/answer.ts";
import { loadValue, missingValue } from "../storage/largeValues.ts";
import { valueMediaType } from "../transfer/runLogFormat.ts";
import { answering, done, refuse } from "./answers.ts";
import type { TabContext } from "./tabContext.ts";

/** The JSON of a large value of a run. The page gets a handle, and reads as much of it as it shows. */
export function readValue(tab: TabContext, id: string, digest: string): Promise<Answer<Blob>> {
  return answering(async () => {
    const damaged = tab.damagedLogs.get(id);
    if (damaged) {
      const data = damaged.values.get(digest);
      return data ? done(new Blob([data], { type: valueMediaType })) : refuse("not-found", missingValue(digest));
    }
    return done(new Blob([await loadValue(tab.database, id, digest)], { type: valueMediaType }));
  });
}

/** The JSON text of a large value of a run. Rejects with a sentence for a person when it is not kept. */
export async function valueText(tab: TabContext, id: string, digest: string): Promise<string> {
  return new TextDecoder().decode(await loadValue(tab.database, id, digest));
}
