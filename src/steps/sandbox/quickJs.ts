import variant from "@jitl/quickjs-ng-wasmfile-release-sync";
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSRuntime,
  type QuickJSWASMModule,
} from "quickjs-emscripten-core";

/**
 * An instance of QuickJS with a memory of its own. QuickJS's own memory limit counts blocks, not bytes, in this
 * build; the maximum of the WebAssembly memory is the bound that holds.
 */
export interface QuickJs {
  readonly module: QuickJSWASMModule;
  readonly memoryMb: number;
  /** Whether its memory has grown to the bound: an allocation that failed is the memory limit. */
  readonly full: () => boolean;
}

export interface QuickJsPool {
  /** Waits until there is room for it. */
  take(memoryMb: number): Promise<QuickJs>;
  /** `clean`: nothing of the execution is left in it, so another may use it. */
  giveBack(quickJs: QuickJs, clean: boolean): void;
}

/**
 * Deeper recursion than this overflows QuickJS's own stack, which is an error that code can see. The browser's
 * stack must be the larger one: its overflow would crash the instance.
 */
export const stackBytes = 128 * 1024;

/** Code of a step is one text: whatever it imports is refused by its name. */
export function refuseImports(runtime: QuickJSRuntime): void {
  runtime.setModuleLoader((name) => ({
    error: new Error(`'${name}' cannot be imported: a code step stands alone. Write what it needs into it.`),
  }));
}

const pagesPerMb = 16;
/** What the module itself needs at least, and what it holds beside the code's values. */
const smallestPages = 256;
const ownPages = 32;
/** 32-bit WebAssembly ends here. */
const largestMb = 2_040;
/** What all executions together may take, MB. */
const roomMb = 1_024;
const idleAtMost = 4;
const idleBytesAtMost = 32 * 1024 * 1024;

/** Instances for executions: each has its own while it runs, bounded in number by what they may take together. */
export function createQuickJsPool(wasm: Promise<WebAssembly.Module>): QuickJsPool {
  const idle: QuickJs[] = [];
  const queue: (() => void)[] = [];
  const memories = new WeakMap<QuickJs, WebAssembly.Memory>();
  let takenMb = 0;

  const admit = () => {
    while (queue.length > 0 && (takenMb === 0 || takenMb < roomMb)) queue.shift()?.();
  };

  return {
    take: async (wantedMb) => {
      const memoryMb = Math.min(Math.max(1, Math.ceil(wantedMb)), largestMb);
      if (takenMb > 0 && takenMb + memoryMb > roomMb) {
        await new Promise<void>((admitted) => {
          queue.push(() => {
            takenMb += memoryMb;
            admitted();
          });
        });
      } else takenMb += memoryMb;
      const at = idle.findIndex((quickJs) => quickJs.memoryMb === memoryMb);
      const [reused] = at < 0 ? [] : idle.splice(at, 1);
      if (reused !== undefined) return reused;
      const pages = Math.max(smallestPages, memoryMb * pagesPerMb + ownPages);
      const memory = new WebAssembly.Memory({ initial: smallestPages, maximum: pages });
      const module = await newQuickJSWASMModuleFromVariant(
        newVariant(variant, { wasmModule: await wasm, wasmMemory: memory }),
      );
      const bound = (pages - ownPages) * 65_536;
      const quickJs: QuickJs = { module, memoryMb, full: () => memory.buffer.byteLength >= bound };
      memories.set(quickJs, memory);
      return quickJs;
    },
    giveBack: (quickJs, clean) => {
      takenMb -= quickJs.memoryMb;
      const bytes = memories.get(quickJs)?.buffer.byteLength ?? Number.POSITIVE_INFINITY;
      if (clean && bytes <= idleBytesAtMost && idle.length < idleAtMost) idle.push(quickJs);
      admit();
    },
  };
}
