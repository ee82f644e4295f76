import type { Database } from "../storage/Database.ts";
import type { AlarmClock } from "./alarmClock.ts";
import type { TabChannel } from "./channel.ts";
import type { DamagedLog } from "./damagedLogs.ts";
import type { Library } from "./library.ts";
import type { Outside } from "./outside.ts";
import type { Troubles } from "./storageStatus.ts";

/** What everything in one tab's engine worker shares. */
export interface TabContext {
  /** Prefix of locks and channels: the name of the database. */
  readonly name: string;
  /** Of Tickwork; a run remembers which one began it. */
  readonly version: string;
  /** Names this worker in `session-started`. */
  readonly tabId: string;
  readonly database: Database;
  readonly channel: TabChannel;
  readonly library: Library;
  readonly clock: AlarmClock;
  readonly defer: (turn: () => void) => void;
  readonly troubles: Troubles;
  /** By their ids, for as long as this worker lives. */
  readonly damagedLogs: Map<string, DamagedLog>;
  readonly outside: Outside;
}
