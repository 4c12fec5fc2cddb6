/**
 * Opens a `<details>` where it comes to hold something that must be seen. It is never closed again but by people: they may be at work in it, and
 * the focus would be gone with what they have just emptied.
 */
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** @returns for the element */
export function useOpened(needed: boolean): RefObject<HTMLDetailsElement | null> {
  const details = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    if (needed && details.current !== null) details.current.open = true;
  }, [needed]);
  return details;
}
