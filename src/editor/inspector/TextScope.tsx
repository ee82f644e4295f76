import { type ReactNode, useMemo } from "react";
import { TextKeeperContext } from "../../ui/keptText.ts";
import { useEditor } from "../editorContext.ts";
import { placeKey, type TextPlace } from "./keptTexts.ts";

/** Around the settings of something: a text in them that is no value yet waits for who left it. */
export function TextScope({ of, children }: { readonly of: TextPlace; readonly children: ReactNode }) {
  const { keptTexts } = useEditor();
  const key = placeKey(of);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of the place
  const keeper = useMemo(() => keptTexts.at(of), [keptTexts, key]);
  return <TextKeeperContext value={keeper}>{children}</TextKeeperContext>;
}
