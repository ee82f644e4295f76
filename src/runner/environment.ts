/** What every command gets from the runner's own environment: where things are, who and in which language. No keys. */
const passedOn: ReadonlySet<string> = new Set(
  process.platform === "win32"
    ? [
        "PATH",
        "PATHEXT",
        "SYSTEMROOT",
        "SYSTEMDRIVE",
        "WINDIR",
        "COMSPEC",
        "TEMP",
        "TMP",
        "USERPROFILE",
        "USERNAME",
        "HOMEDRIVE",
        "HOMEPATH",
        "APPDATA",
        "LOCALAPPDATA",
        "PROGRAMDATA",
        "PROGRAMFILES",
        "PROGRAMFILES(X86)",
        "NUMBER_OF_PROCESSORS",
        "PROCESSOR_ARCHITECTURE",
      ]
    : ["PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR"],
);

/** The environment of a command: the allow-list, what its step names, its secrets. Later ones win. */
export function commandEnvironment(
  own: NodeJS.ProcessEnv,
  stated: Readonly<Record<string, string>>,
  secrets: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const allowed = Object.entries(own).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      (passedOn.has(process.platform === "win32" ? entry[0].toUpperCase() : entry[0]) || /^LC_[A-Z]+$/.test(entry[0])),
  );
  return Object.fromEntries([...allowed, ...Object.entries(stated), ...Object.entries(secrets)]);
}
