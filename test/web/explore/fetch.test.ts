/** What the explorer's page asks the service, and what it makes of the answers. */
import { afterEach, expect, it, vi } from 'vitest';
import { QuestionError } from '../../../src/web/question-error.js';
import { fileAddress, getPage, getSpread, puzzlesAddress } from '../../../src/web/explore/fetch.js';
import { NO_FILTERS, type Filters } from '../../../src/web/explore/filters.js';

afterEach(() => {
  vi.unstubAllGlobals();
});

const { signal } = new AbortController();
const FORKS: Filters = { ...NO_FILTERS, patterns: ['fork'], player: 'Tal', order: 'date' };

/** Has the service answer so. @returns the addresses that it was asked at */
function answering(status: number, body: unknown): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    return Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));
  });
  return asked;
}

it('asks for the first page, and for each next one from where the one before ended', async () => {
  const finding = { ply: 3, game: { digest: 'abc' } };
  const asked = answering(200, { found: [finding], games: { abc: '1. e4 *' }, next: 'n-2' });
  expect(await getPage(FORKS, null, signal)).toEqual({ found: [{ ...finding, pgn: '1. e4 *' }], next: 'n-2' });
  await getPage(FORKS, 'n-2', signal);
  expect(asked).toEqual([
    '/pages/explore?pattern=fork&player=Tal&order=date&limit=48',
    '/pages/explore?pattern=fork&player=Tal&order=date&limit=48&after=n-2',
  ]);
});

it('asks in no order for what has none, and for files in the order of the list', async () => {
  const asked = answering(200, {});
  await getSpread(FORKS, signal);
  await getSpread(NO_FILTERS, signal);
  expect(asked).toEqual(['/pages/explore/spread?pattern=fork&player=Tal', '/pages/explore/spread']);
  expect(fileAddress(FORKS, 'csv')).toBe('/pages/explore/file?pattern=fork&player=Tal&order=date&format=csv');
  expect(puzzlesAddress(FORKS, 'pgn')).toBe('/pages/explore/puzzles?pattern=fork&player=Tal&format=pgn');
});

it('tells a question that cannot be meant from a service that fails, in words of the service where it has some', async () => {
  answering(400, { error: "'gain' must be a number" });
  await expect(getPage(NO_FILTERS, null, signal)).rejects.toThrow(new QuestionError("'gain' must be a number"));
  answering(503, { error: 'The service is busy' });
  const busy = await getPage(NO_FILTERS, null, signal).catch((error: unknown) => error);
  expect(busy).toEqual(new Error('The service is busy'));
  expect(busy).not.toBeInstanceOf(QuestionError);
  answering(502, '<h1>Bad gateway</h1>');
  await expect(getPage(NO_FILTERS, null, signal)).rejects.toThrow('The service answered 502.');
});

it('does not ask what the service would refuse', async () => {
  const asked = answering(200, {});
  await expect(getPage({ ...NO_FILTERS, gain: 'much' }, null, signal)).rejects.toThrow(QuestionError);
  await expect(getSpread({ ...NO_FILTERS, since: '2024', until: '2023' }, signal)).rejects.toThrow(QuestionError);
  expect(asked).toEqual([]);
});
