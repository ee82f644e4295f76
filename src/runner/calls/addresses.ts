import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** Addresses of this machine, of networks around it, and of nobody. */
const privateAddresses = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  privateAddresses.addSubnet(network, bits, "ipv4");
}
for (const [network, bits] of [
  ["::", 128],
  ["::1", 128],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const) {
  privateAddresses.addSubnet(network, bits, "ipv6");
}

/** Whether an IP address is of this machine or of a private network. A text that is no address counts as one. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$|%.*$/g, "");
  const family = isIP(plain);
  if (family === 0) return true;
  // An IPv4 address written as IPv6; the block list knows the first form only.
  const mapped = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/i.exec(plain);
  if (mapped?.[1] !== undefined) return isPrivateAddress(mapped[1]);
  if (mapped?.[2] !== undefined && mapped[3] !== undefined) {
    const high = Number.parseInt(mapped[2], 16);
    const low = Number.parseInt(mapped[3], 16);
    return isPrivateAddress([high >> 8, high & 255, low >> 8, low & 255].join("."));
  }
  return privateAddresses.check(plain, family === 6 ? "ipv6" : "ipv4");
}

/**
 * Whether a host says by its name that it is here or near: an address, or a name that no public DNS serves. A public
 * name that points to a private address does not, and a person who approved it did not see that.
 */
export function isNamedPrivate(hostname: string): boolean {
  const plain = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  if (isIP(plain) !== 0) return true;
  return !plain.includes(".") || /\.(localhost|local|lan|internal|intranet|home|home\.arpa|test)$/.test(plain);
}

export class PrivateAddress extends Error {
  constructor(hostname: string, address: string) {
    super(
      hostname === address
        ? `${address} is a private address, and the step does not name it.`
        : `${hostname} leads to the private address ${address}. Write the address itself into the step if that is meant.`,
    );
  }
}

/** Resolves a name and refuses private addresses; what was checked is what is connected to. */
export const lookupPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) return done(error, "", 0);
    const near = found.find(({ address }) => isPrivateAddress(address));
    if (near !== undefined) return done(new PrivateAddress(hostname, near.address), "", 0);
    const [first] = found;
    if (options.all === true) return done(null, found);
    done(null, first?.address ?? "", first?.family ?? 0);
  });
};
