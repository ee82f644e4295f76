import type { Picture } from "../workflow/pictureOf.ts";
import { fitPicture, wirePath } from "./picture.ts";

const box = { width: 280, height: 84, node: [34, 16], margin: 12 } as const;

/** A workflow as it stands on the canvas, as small as a card. */
export function MiniPicture({ picture }: { readonly picture: Picture }) {
  const points = fitPicture(picture.nodes, box);
  return (
    <svg className="mini" viewBox={`0 0 ${box.width} ${box.height}`} aria-hidden="true">
      {picture.wires.map(([from, to]) => {
        const [a, b] = [points[from], points[to]];
        return a && b && <path key={`${from} ${to}`} d={wirePath(a, b, box.node)} />;
      })}
      {points.map(([x, y], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nodes of a picture have no other name
        <rect key={index} x={x} y={y} width={box.node[0]} height={box.node[1]} rx={4} />
      ))}
    </svg>
  );
}
