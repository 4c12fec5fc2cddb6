/** `npm run openapi`: writes the interface's OpenAPI document anew, from the schemas. A test compares it with the one that is checked in. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EngineAnalyst } from '../src/api/analyst.js';
import { buildApp } from '../src/api/app.js';
import { openApiText } from '../src/api/plugins/openapi.js';
import { ROOT } from '../src/paths.js';
import { loadEngine } from '../src/tactics/kernel.js';
import { EXIT, newCommand, runCommand } from './cli.js';

const HELP = `
Examples:
  $ npm run openapi

Exit codes: 0 written; 1 failed; 2 wrong command line`;

const command = newCommand('openapi', 'Writes docs/openapi.json from the schemas of the routes.', HELP);

await runCommand(command, async () => {
  const app = buildApp({ analyst: new EngineAnalyst(await loadEngine()) });
  await app.ready();
  writeFileSync(join(ROOT, 'docs', 'openapi.json'), openApiText(app));
  await app.close();
  return EXIT.ok;
});
