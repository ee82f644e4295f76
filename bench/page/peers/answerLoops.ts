/** Steps per second of one loop, or why there are none. */
export type Answer = { readonly rate: number } | { readonly error: string };

/** A worker that runs a loop for each length that it is sent. */
export function answerLoops(loop: (length: number) => Promise<number>): void {
  addEventListener("message", ({ data }: MessageEvent<number>) => {
    loop(data).then(
      (rate) => postMessage({ rate } satisfies Answer),
      (error: unknown) => postMessage({ error: String(error) } satisfies Answer),
    );
  });
}
