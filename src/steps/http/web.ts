/** The network as this process reaches it. */
export interface Web {
  readonly fetch: typeof fetch;
  /** Address of the page, with a slash at its end: relative addresses are read against it. Left out: no page. */
  readonly page?: string | undefined;
  /** Whether a policy of the page's server kept a request to this address from going out. */
  blocked?(url: string): boolean;
}
