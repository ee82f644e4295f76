/** QuickJS from the bytes of its WebAssembly file, for a program that cannot fetch it by an address. */
export function compileQuickJs(bytes: Uint8Array<ArrayBuffer>): Promise<WebAssembly.Module> {
  return WebAssembly.compile(bytes);
}
