export declare function compileHint(chunk: { readonly moduleIds: readonly string[] }): string;
