/** What is wrong with the name of an output, for a person; `null`: nothing. `ports` are the others. */
export function portProblem(name: string, ports: readonly string[]): string | null {
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,62}$/.test(name)) return "Begin with a letter; then letters, digits, _ and -.";
  if (name === "error") return "“error” is where failures leave.";
  return ports.includes(name) ? `There is an output “${name}” already.` : null;
}
