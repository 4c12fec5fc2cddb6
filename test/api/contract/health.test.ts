/** What the service says of itself (the interface's sections 2.6, 4.3 and 9). */
import { expect } from 'vitest';
import { health, sentences, TEN } from './world.js';

sentences([
  [
    '2.6',
    'status "ok", engine_version, api_version, patterns, patterns_count',
    async () => {
      expect(await health()).toMatchObject({
        status: 'ok',
        engine_version: '2.5',
        api_version: '1.0',
        patterns: TEN,
        patterns_count: 10,
      });
    },
  ],
  ['4.3', 'GET /health: No body, no parameters.', async () => expect(await health()).toHaveProperty('status', 'ok')],
  [
    '9',
    'The health response reports api_version ("1.0") and engine_version ("2.5").',
    async () => expect(await health()).toMatchObject({ api_version: '1.0', engine_version: '2.5' }),
  ],
]);
