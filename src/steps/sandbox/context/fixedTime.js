/*
 * Evaluated inside QuickJS before anything else: takes real time and real chance away. `now` is epoch ms, `seed` is
 * what chance is drawn from.
 */
(now, seed) => {
  const { defineProperty } = Object;

  const RealDate = Date;
  const fixedNow = () => now;
  const FixedDate = new Proxy(RealDate, {
    apply: () => new RealDate(now).toString(),
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [now], newTarget === FixedDate ? target : newTarget),
  });
  RealDate.now = fixedNow;
  defineProperty(RealDate.prototype, "constructor", { value: FixedDate, writable: true, configurable: true });
  globalThis.Date = FixedDate;
  delete globalThis.performance;

  // FNV-1a over the seed, then a 32-bit Weyl generator with a multiplicative finish.
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193) >>> 0;
  Math.random = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 0x100000000;
  };
};
