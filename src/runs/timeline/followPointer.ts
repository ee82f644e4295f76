/** Follows the pointer until the button is let go. */
export function followPointer(onMove: (event: MouseEvent) => void, onEnd: () => void = () => {}): void {
  const end = (): void => {
    window.removeEventListener("mousemove", onMove);
    window.removeEventListener("mouseup", end);
    onEnd();
  };
  window.addEventListener("mousemove", onMove);
  window.addEventListener("mouseup", end);
}
