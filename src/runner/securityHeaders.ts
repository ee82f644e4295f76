import type { OutgoingHttpHeaders } from "node:http";

/**
 * The page runs code of nobody but this server. Workers take their policy from their own response, so every file
 * carries it. QuickJS is WebAssembly, hence `wasm-unsafe-eval`, which allows no other evaluation.
 */
const contentSecurityPolicy = policy("'self'");

/**
 * Of the engine worker's script alone: it sends the requests of HTTP steps, to hosts that a person consented to. The
 * page, and the sandbox where texts of users run, stay with `'self'`.
 */
export const enginePolicy = policy("'self' http: https:");

function policy(connect: string): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${connect}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** On every answer, the API's too. */
export const securityHeaders: OutgoingHttpHeaders = {
  "content-security-policy": contentSecurityPolicy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
};
