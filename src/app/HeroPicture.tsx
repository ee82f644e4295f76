import { KindIcon } from "../editor/KindIcon.tsx";
import { classNames } from "../ui/classNames.ts";
import { startNode, wiresOf } from "../workflow/wires.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { fitPicture, nodeWidth, wirePath } from "./picture.ts";

const box = { width: 560, height: 216, margin: 24 } as const;
const height = 36;

/** The example as it stands on the canvas, small. Where many steps stand in a row, their icons say enough. */
export function HeroPicture({ workflow }: { readonly workflow: Workflow }) {
  const ids = [startNode, ...Object.keys(workflow.steps)];
  const places = ids.map((id, index) => {
    const at = id === startNode ? workflow.layout?.start : workflow.layout?.steps?.[id];
    return [at?.x ?? index * 300, at?.y ?? 0] as const;
  });
  const width = nodeWidth(places, box, { least: height, most: 132, gap: 22 });
  const named = width >= 96;
  const node = [named ? width : height, height] as const;
  const points = fitPicture(places, { ...box, node });
  const place = (id: string) => points[ids.indexOf(id)];
  return (
    <div className="hero-picture" aria-hidden="true">
      {/* In a box of another shape they are pulled as the nodes are, so that both still meet. */}
      <svg
        className="hero-wires"
        aria-hidden="true"
        viewBox={`0 0 ${box.width} ${box.height}`}
        preserveAspectRatio="none"
      >
        {wiresOf(workflow).map(({ id, from, to }) => {
          const [a, b] = [place(from), place(to)];
          return a && b && <path key={id} d={wirePath(a, b, node)} />;
        })}
      </svg>
      {ids.map((id) => {
        const [x, y] = place(id) ?? [0, 0];
        const step = workflow.steps[id];
        return (
          <span
            key={id}
            className={classNames("hero-node", !named && "hero-node-small")}
            style={{
              left: `${(x / box.width) * 100}%`,
              top: `${(y / box.height) * 100}%`,
              width: `${(node[0] / box.width) * 100}%`,
              height: `${(height / box.height) * 100}%`,
            }}
          >
            <KindIcon kind={step?.kind ?? "start"} />
            {named && <b className="tw-cut">{step?.title ?? id}</b>}
          </span>
        );
      })}
    </div>
  );
}
