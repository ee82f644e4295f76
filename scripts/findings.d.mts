export interface Finding {
  readonly kind: "failed" | "again";
  /** File and name of the test. */
  readonly where: string;
  readonly message: readonly string[];
}

interface StoryError {
  readonly message?: string;
  readonly location?: { readonly file: string; readonly line: number };
}

interface StorySuite {
  readonly title: string;
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly { readonly error?: StoryError }[];
    }[];
  }[];
  readonly suites?: readonly StorySuite[];
}

export function firstLines(text: string, most?: number): string[];
export function storyFindings(report: {
  readonly errors: readonly StoryError[];
  readonly suites: readonly StorySuite[];
}): Finding[];
export function summaryOf(findings: readonly Finding[], most?: number): string[];
