import { expect, test } from "vitest";
import { engineWorkerName, situationOf } from "./engineWorker.ts";

test("a worker knows from its name whether data is to be saved, and whether a run is opened", () => {
  for (const savesData of [true, false])
    for (const opensRun of [true, false])
      expect(situationOf(engineWorkerName({ savesData, opensRun }))).toEqual({ savesData, opensRun });
});
