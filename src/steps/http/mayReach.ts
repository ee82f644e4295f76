import { anyOfThem, hostOf, isOwnAddress } from "../../workflow/permissions.ts";

/** Whether an address lies where the `url` of a step says, which is what consent was given to. */
export function mayReach(source: string, address: string, page: string | undefined): boolean {
  const to = new URL(address);
  if (isOwnAddress(source)) return page !== undefined && new URL(page).origin === to.origin;
  const host = hostOf(source);
  if (host === anyOfThem) return true;
  // `example.org:443` and `example.org` are the same place over https.
  return host === to.host || new URL(`${to.protocol}//${host}`).host === to.host;
}
