/** A database that is deleted while somebody has it open, and the next one of its name. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from '../../src/store/open.js';
import { batch, FEN_1, found, game, SQLITE, tactic, tempFolder } from './fixture.js';

test('a new database in the place of one that is still open elsewhere keeps what is written', async () => {
  const folder = tempFolder();
  const file = join(folder, 'x.db');
  openStore(file).close();
  const script = `
    import { Database } from ${JSON.stringify(SQLITE)};
    const db = new Database(${JSON.stringify(file)});
    const write = db.prepare("INSERT INTO engines (version, signature) VALUES ('1', ?)");
    write.run('there');
    process.stdin.once('data', () => { write.run('later'); db.close(); process.exit(); });
    console.log('open');`;
  const other = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(other.stdout, 'data');
  rmSync(file);
  const store = openStore(file);
  store.writeBatch(batch([game(1, [found(1, FEN_1, tactic('fork'))])]));
  store.close();
  other.stdin.end('write, and close');
  await once(other, 'exit');

  const again = openStore(file, { mustExist: true });
  expect(again.counts()).toMatchObject({ games: 1, tactics: 1 });
  again.close();
  expect(readdirSync(folder)).toEqual(['x.db']);
});
