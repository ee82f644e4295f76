/** A sentence in which names stand in backticks: they are shown as code. */
export function CodeText({ text }: { readonly text: string }) {
  return text.split(/(`[^`]+`)/).map((part, index) =>
    part.length > 2 && part.startsWith("`") && part.endsWith("`") ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <code key={index}>{part.slice(1, -1)}</code>
    ) : (
      part
    ),
  );
}
