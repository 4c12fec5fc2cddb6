import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { curlCommand } from '../../src/web/curl.js';

it('gives a shell the request as it is, quotes and all', () => {
  const body = '{"pgn":"[White \\"O\'Kelly\\"]\\n\\n1. e4 $1 `*`"}';
  const script = `curl() { printf '%s\\0' "$@"; }\n${curlCommand('http://localhost:3000/api/v1/extract', body)}`;
  expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)).toEqual([
    ...['-H', 'Content-Type: application/json', '-d', body],
    'http://localhost:3000/api/v1/extract',
  ]);
});
