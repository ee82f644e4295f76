// Which scripts a browser compiles whole and keeps compiled: those that the engine worker needs until a run goes on.

/** Each of those scripts holds one of these. */
const anchors = ["storage/Database.ts", "tab/ownedRun.ts", "engine/reduce.ts", "steps/createOutside.ts"];

/**
 * A `postBanner` of the bundler. Browsers compile a function when it is called for the first time, and keep compiled
 * between two loads only what was compiled when the script came; a run that goes on after a reload calls most of what
 * these have, every function for the first time. To other readers the line is a comment.
 */
export function compileHint({ moduleIds }) {
  const needed = moduleIds.some((id) => anchors.some((anchor) => id.endsWith(`/src/${anchor}`)));
  return needed ? "//# allFunctionsCalledOnLoad\n" : "";
}
