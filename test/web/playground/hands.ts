/** What tests do with the playground, and where they find it. */
import type { Page } from 'playwright-core';

/** A board's square, which is a cell of the grid above the picture. */
export function square(page: Page, name: string) {
  return page.locator(`[data-square=${name}]`);
}

export async function paste(page: Page, text: string): Promise<void> {
  await page.getByLabel('FEN or PGN').fill(text);
  await page.getByRole('button', { name: 'Analyse' }).click();
}

export async function drag(page: Page, from: string, to: string): Promise<void> {
  await square(page, from).hover();
  await page.mouse.down();
  await square(page, to).hover();
  await square(page, to).hover({ position: { x: 20, y: 20 } });
}

/** What finds the tactics in the list. */
export const tactics = '.tactics > li';
