// Where the focus is, and when it can be given: shared by all that keep whoever uses keys or a screen reader from being
// sent back to the top of the page.

export const isFocusNowhere = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/** Once what was just decided is drawn; fields that were disabled while the server was asked are enabled by then. */
export function onceDrawn(work: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(work))
}
