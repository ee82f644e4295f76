import { type KeyboardEvent, type RefObject, Suspense } from "react";
import type { EngineApi } from "../protocol/engineApi.ts";
import { loadLater } from "../ui/loadLater.ts";
import type { CanvasHandle } from "./canvas/canvasHandle.ts";
import { nodeIdsOf } from "./canvas/selection.ts";
import { useDocumentStore } from "./document/useDocument.ts";
import { useEditor } from "./editorContext.ts";
import { Inspector } from "./inspector/Inspector.tsx";
import type { WholeWorkflow } from "./useWholeWorkflow.ts";
import type { ShownVersion } from "./versions/VersionCanvas.tsx";

const VersionPanel = loadLater(() => import("./versions/VersionPanel.tsx").then((module) => module.VersionPanel));

/** What stands right of the canvas: the settings of what is selected, or earlier versions. */
export function EditorSide({
  id,
  versions,
  saved,
  settings,
  canvas,
  looked,
  onLook,
  onRestore,
  onCopy,
  onClose,
}: {
  readonly id: string;
  /** Left out: the settings are shown. */
  readonly versions: Pick<EngineApi, "workflowVersions" | "loadVersion"> | undefined;
  /** Whether the document stands in the library as it is on the screen. */
  readonly saved: boolean;
  readonly settings: RefObject<HTMLDivElement | null>;
  readonly canvas: () => CanvasHandle | null;
  /** The version that lies over the canvas. */
  readonly looked: ShownVersion | null;
  readonly onLook: (version: ShownVersion | null) => void;
  readonly onRestore: () => void;
  readonly onCopy: WholeWorkflow["keepCopyOf"];
  /** The versions are closed. */
  readonly onClose: () => void;
}) {
  const store = useDocumentStore();
  const { actions } = useEditor();
  /** Escape in a field leads back to its card; in the code editor and in open lists it has its own meaning. */
  const onSettingsKey = (event: KeyboardEvent<HTMLElement>) => {
    const [node] = nodeIdsOf(store.getState().selection);
    const { target } = event;
    const isField =
      target instanceof HTMLInputElement ||
      target instanceof HTMLTextAreaElement ||
      (target instanceof HTMLElement && target.classList.contains("tw-expression"));
    if (event.key !== "Escape" || event.defaultPrevented || !isField || node === undefined) return;
    canvas()?.focus(node);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leads back from every field inside
    <div id="tw-settings" ref={settings} className="tw-settings" onKeyDown={onSettingsKey}>
      {versions === undefined ? (
        <Inspector />
      ) : (
        <Suspense>
          <VersionPanel
            id={id}
            api={versions}
            saved={saved}
            shown={looked?.revision ?? null}
            onLook={onLook}
            onShow={(step) => {
              onLook(null);
              actions.show(step);
            }}
            onRestore={onRestore}
            onCopy={onCopy}
            onClose={onClose}
          />
        </Suspense>
      )}
    </div>
  );
}
