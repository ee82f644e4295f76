/** Stands for a dialog that opens while its code is on its way. */
export function OpeningDialog() {
  return <span hidden data-dialog="opening" />;
}
