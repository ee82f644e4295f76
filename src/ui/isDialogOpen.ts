/**
 * A dialog is open, or its code is on its way (`OpeningDialog`): no shortcut of the page acts. Without the second, what
 * is typed into a palette that is not drawn yet would be a row of commands to the canvas. One that fades away after it
 * was closed has no keys any more.
 */
export function isDialogOpen(): boolean {
  return (
    document.querySelector(':is([role="dialog"], [role="alertdialog"]):not([data-closed]), [data-dialog="opening"]') !==
    null
  );
}

/**
 * Somebody is in a dialog: what they type there is meant for it, so nothing behind it takes the focus late. One that
 * fades away after it was closed does not count.
 */
export function isFocusInDialog(): boolean {
  return document.activeElement?.closest(':is([role="dialog"], [role="alertdialog"])[data-open]') != null;
}
