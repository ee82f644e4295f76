import { useEffect, useState } from "react";
import type { EngineApi } from "../protocol/engineApi.ts";
import { importFiles } from "./importFiles.ts";

/** Files may be dropped anywhere on the page. What else is dragged (steps, text) is none of its business. */
export function DropAnywhere({ api }: { readonly api: EngineApi }) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
    const onOver = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      // A field that takes files has said so already.
      setOver(!event.defaultPrevented);
      event.preventDefault();
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (event.defaultPrevented || !carriesFiles(event)) return;
      event.preventDefault();
      void importFiles(api, [...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener("dragover", onOver);
    window.addEventListener("dragleave", onLeave);
    window.addEventListener("drop", onDrop);
    return () => {
      window.removeEventListener("dragover", onOver);
      window.removeEventListener("dragleave", onLeave);
      window.removeEventListener("drop", onDrop);
    };
  }, [api]);
  return over && <div className="drop-cover">Drop to import workflows and run logs</div>;
}
