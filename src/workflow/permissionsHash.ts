import { canonicalJson } from "./canonicalJson.ts";
import type { Json } from "./json.ts";
import type { Permission } from "./permission.ts";
import { sortedPermissions } from "./permissions.ts";
import { sha256Of } from "./sha256.ts";

/** What consent is given to: the same for the same permissions in any order. */
export function permissionsHash(permissions: readonly Permission[]): string {
  return sha256Of(canonicalJson(sortedPermissions(permissions) as unknown as Json));
}
