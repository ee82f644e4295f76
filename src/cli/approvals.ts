import { openApprovals } from "../runner/approvals.ts";
import { defaultDataFolder, makeFolder } from "../runner/dataFolder.ts";
import { inWords } from "../runner/permissionWords.ts";
import { type Command, WrongUsage } from "./command.ts";

/** `tickwork approvals`: what people consented to on this machine. A runner that is up obeys at once. */
export const approvals: Command = {
  name: "approvals",
  usage: "approvals [list | withdraw [HASH…]]",
  summary: "what workflows may do here without being asked again; withdraw takes back the named ones, or all",
  async run([action = "list", ...hashes], io) {
    const store = openApprovals(makeFolder(defaultDataFolder()), [], { approveAll: false, now: Date.now });
    if (action === "list" && hashes.length === 0) {
      for (const { hash, workflowId, name, permissions, workspaces, at } of store.list()) {
        io.out(`${hash}  ${new Date(at).toISOString()}  ${name ?? workflowId}`);
        for (const permission of permissions) {
          const path = permission.kind === "workspace" ? workspaces[permission.name] : undefined;
          io.out(`  ${inWords(permission)}${path === undefined ? "" : `, ${path}`}`);
        }
      }
      return 0;
    }
    if (action !== "withdraw") throw new WrongUsage(`approvals: "${[action, ...hashes].join(" ")}" is not understood.`);
    const known = store.list().map(({ hash }) => hash);
    const unknown = hashes.filter((hash) => !known.includes(hash));
    if (unknown.length > 0) {
      io.err(`There is no approval ${unknown.join(", ")}. Nothing was withdrawn; see tickwork approvals list.`);
      return 1;
    }
    for (const hash of hashes) await store.withdraw({ hash });
    if (hashes.length === 0) await store.withdraw();
    io.err(`withdrawn: ${hashes.length === 0 ? known.length : hashes.length}`);
    return 0;
  },
};
