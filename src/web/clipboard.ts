/** Puts a text where it can be pasted from. @returns whether that was let */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyMarked(text); // over plain HTTP, but for the own machine, pages have no clipboard
  }
}

/** As it was done before: whatever is marked on the page is copied. */
function copyMarked(text: string): boolean {
  const focused = document.activeElement;
  const box = document.createElement('textarea');
  box.className = 'hidden-but-read';
  box.value = text;
  document.body.append(box);
  box.focus({ preventScroll: true });
  box.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is nothing else where there is no clipboard
  const done = document.execCommand('copy');
  box.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return done;
}
