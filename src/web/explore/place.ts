/**
 * Where a reader is in the list, kept with the page's entry in the browser's history: the way back from a game finds the list as long as it
 * was, and the card. A browser that keeps the whole page for the way back needs none of it; not all do, and not always.
 */
export interface Place {
  /** Tactics that were listed. */
  shown: number;
  /**
   * Index of a card that was in sight, -1 for none, and pixels from the window's top to its own. The list's own top would not do: cards out
   * of sight have no height that is known.
   */
  card: number;
  top: number;
  /** Whether the focus was in that card. */
  focused: boolean;
}

/** Frames in which cards that come into sight may still grow. */
const SETTLING = 5;

/** Null for a list that nobody has been in. */
export function keptPlace(): Place | null {
  return history.state as Place | null;
}

export function keepPlace(section: HTMLElement, shown: number): void {
  const cards = cardsOf(section);
  const isInSight = (card: Element): boolean => {
    const { top, bottom } = card.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  const held = cards.findIndex((card) => card.contains(document.activeElement));
  const focused = held >= 0 && isInSight(cards[held]!);
  const card = focused ? held : cards.findIndex(isInSight);
  const top = cards[card]?.getBoundingClientRect().top ?? 0;
  history.replaceState({ shown, card, top, focused } satisfies Place, '');
  // the browser would go by the height of the page, which is another one then
  history.scrollRestoration = card < 0 ? 'auto' : 'manual';
}

/** Brings the card back to where it was; the focus only where nothing else has it. */
export function returnTo(section: HTMLElement, { card, top, focused }: Place): void {
  const found = cardsOf(section)[card];
  if (found === undefined) return;
  if (focused && document.activeElement === document.body) found.querySelector('a')?.focus({ preventScroll: true });
  const bring = (frames: number): void => {
    scrollBy({ top: found.getBoundingClientRect().top - top, behavior: 'instant' });
    if (frames > 0) requestAnimationFrame(() => bring(frames - 1));
  };
  bring(SETTLING);
}

export function cardsOf(section: HTMLElement | null): readonly Element[] {
  return [...(section?.querySelectorAll('.explore-results > li') ?? [])];
}
