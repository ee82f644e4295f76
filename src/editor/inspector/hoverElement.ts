/** What a name means, as an editor shows it over the name. */
export function hoverElement(title: string, about: string): HTMLElement {
  const element = document.createElement("div");
  element.className = "cm-hover";
  const code = document.createElement("code");
  code.textContent = title;
  element.append(code);
  if (about !== "") element.append(about);
  return element;
}
