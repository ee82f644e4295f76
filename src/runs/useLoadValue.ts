import { useCallback } from "react";
import { useRunContext } from "./RunContext.ts";

/** The JSON of a large value of the run by its digest. Rejects with a sentence for a person. */
export type LoadValue = (digest: string) => Promise<Blob>;

export function useLoadValue(): LoadValue {
  const { api, stored } = useRunContext();
  const { id } = stored.summary;
  return useCallback(
    async (digest) => {
      const answer = await api.readValue(id, digest);
      if (!answer.ok) throw new Error(answer.refusal.message);
      return answer.value;
    },
    [api, id],
  );
}
