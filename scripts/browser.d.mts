export function findBrowser(): string | undefined;
export function findTestBrowser(): string | undefined;
export const browserArguments: string[];
