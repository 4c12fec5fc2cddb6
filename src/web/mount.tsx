/** Puts a page's content where its HTML has room for it. */
import { render, type ComponentChild } from 'preact';

export function mount(content: ComponentChild): void {
  const place = document.getElementById('app');
  if (place === null) throw new Error('the page has no place for its content');
  place.replaceChildren();
  render(content, place);
}
