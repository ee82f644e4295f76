import { realpathSync } from "node:fs";
import { dirname } from "node:path";

/** The folder of the built program (`dist/node`); its neighbours are the attempt host and, in `../page`, the page. */
export function programFolder(): string {
  return dirname(realpathSync(process.argv[1] ?? "."));
}
