// A plugin of vitest's browser: the script of a worker in one piece, at an address. Tests start hundreds of workers, and
// where modules come one by one each of them takes seconds of a busy machine.
import { build } from "vite";

export function bundledWorker(entry, address) {
  let script;
  return {
    name: `bundled-worker:${address}`,
    configureServer(server) {
      server.watcher.on("change", () => {
        script = undefined;
      });
      server.middlewares.use(address, async (_request, response, next) => {
        try {
          script ??= bundle(entry);
          const text = await script;
          response.setHeader("content-type", "text/javascript").end(text);
        } catch (error) {
          next(error);
        }
      });
    },
  };
}

async function bundle(entry) {
  const { output } = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      write: false,
      target: "es2023",
      minify: false,
      modulePreload: false,
      rollupOptions: { input: entry, output: { codeSplitting: false } },
    },
  });
  const [script, ...others] = output;
  if (others.length > 0)
    throw new Error(`${entry} is not one script: ${output.map((part) => part.fileName).join(", ")}`);
  return script.code;
}
