import type { Page } from "playwright";

export interface MortalBrowser {
  readonly page: Page;
  killWorker(): Promise<void>;
  closePage(): Promise<void>;
  crashPage(): Promise<void>;
  kill(): Promise<void>;
  close(): Promise<void>;
}
export function openMortalBrowser(profile: string): Promise<MortalBrowser>;
