/*
 * Evaluated inside QuickJS: `ctx.collect` (R25) over the buffers as the execution saw them at its dispatch. `note`
 * gets what it does to them, which counts only with a success.
 */
(trigger, stored, note) => {
  const { isArray } = Array;
  const { hasOwn } = Object;
  const { parse, stringify } = JSON;

  /** Members of each buffer as this execution sees them, its own adds included; those carry no `stored`. */
  const buffers = new Map();
  const bufferOf = (name) => {
    let members = buffers.get(name);
    if (!members) {
      members = (hasOwn(stored, name) ? stored[name] : []).map((event) => ({ event, stored: true }));
      buffers.set(name, members);
    }
    return members;
  };
  const collect = (types, options = {}) => {
    if (!isArray(types)) throw new TypeError("ctx.collect takes a list of event types.");
    if (types.length === 0) return [];
    if (trigger === undefined) throw new TypeError("ctx.collect needs an event: this step was started by none.");
    const parts =
      options.key === undefined ? [options.buffer ?? "default"] : [options.buffer ?? "default", options.key];
    // `@` separates a buffer from the batch it belongs to.
    const name = parts.map((part) => String(part).replaceAll("@", "%40")).join(":");
    const members = bufferOf(name);
    const arrived = { event: trigger, stored: false };
    const taken = [];
    const complete = types.every((type) => {
      const found = [...members, arrived].find((member) => member.event.type === type && !taken.includes(member));
      if (found) taken.push(found);
      return found !== undefined;
    });
    const left = members.filter((member) => !taken.includes(member));
    if (!taken.includes(arrived) || !complete) {
      if (types.includes(arrived.event.type)) {
        note({ kind: "collect", buffer: name, event: trigger });
        (complete ? left : members).push(arrived);
      }
    }
    if (!complete) return null;
    const used = taken.filter((member) => member.stored).map((member) => member.event);
    if (used.length > 0) note({ kind: "consume", buffer: name, events: used });
    buffers.set(name, left);
    return taken.map((member) => parse(stringify(member.event)));
  };
  return collect;
};
