/**
 * Browsers keep a page as it stands when it is left, and show it again on the way back, for whoever presses the button. A page that knows
 * who has signed in asks the service again instead.
 */
export function askAgainOnReturn(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    document.body.replaceChildren(); // until the answer is there
    location.reload();
  });
}
