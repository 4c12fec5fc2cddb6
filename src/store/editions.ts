/**
 * The tables `editions` and `exported`: what nights have exported, so that each exports only what is new.
 *
 * A puzzle is known by its id, which is the position's own: one that was exported before is not new because another game has it, or
 * because another engine finds another line.
 */
import type { Database, Statement } from 'better-sqlite3';
import type { Access } from './access.js';

export interface Edition {
  id: number;
  /** Of the night that made it. */
  run: number;
  /** Absolute. */
  folder: string;
  puzzles: number;
  /** Names in the folder. */
  files: string[];
  /** When its files were removed, milliseconds since 1970; null where they are there. */
  pruned: number | null;
}

type Row = Omit<Edition, 'files'> & { files: string };

export class Editions {
  readonly #access: Access;
  readonly #of: Statement<[string], number>;
  readonly #add: Statement;
  readonly #addPuzzle: Statement<[string, number]>;
  readonly #list: Statement<[], Row>;
  readonly #prune: Statement<[number, number]>;

  constructor(db: Database, access: Access) {
    this.#access = access;
    this.#of = db.prepare<[string], number>('SELECT edition_id FROM exported WHERE puzzle = ?').pluck();
    this.#add = db.prepare('INSERT INTO editions (run_id, folder, puzzles, files) VALUES (?, ?, ?, ?)');
    this.#addPuzzle = db.prepare('INSERT INTO exported (puzzle, edition_id) VALUES (?, ?) ON CONFLICT DO NOTHING');
    this.#list = db.prepare('SELECT id, run_id AS run, folder, puzzles, files, pruned FROM editions ORDER BY id');
    this.#prune = db.prepare('UPDATE editions SET pruned = ? WHERE id = ?');
  }

  /** The id of the edition that has a puzzle; undefined where none has. */
  editionOf(puzzle: string): number | undefined {
    return this.#access.read(() => this.#of.get(puzzle));
  }

  /** Notes an edition whose files are whole, and all its puzzles, in one transaction. @returns its id */
  add({ run, folder, puzzles, files }: Omit<Edition, 'id' | 'pruned'>, ids: Iterable<string>): number {
    return this.#access.write(() => {
      const id = Number(this.#add.run(run, folder, puzzles, JSON.stringify(files)).lastInsertRowid);
      for (const puzzle of ids) this.#addPuzzle.run(puzzle, id);
      return id;
    });
  }

  /** Oldest first. */
  list(): Edition[] {
    return this.#access.read(() =>
      this.#list.all().map((row) => ({ ...row, files: JSON.parse(row.files) as string[] })),
    );
  }

  /** Its files are removed. */
  prune(id: number, now = Date.now()): void {
    this.#access.write(() => this.#prune.run(now, id));
  }
}
