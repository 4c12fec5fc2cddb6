/**
 * What `/runs` fetches: how nights and scans went, how far the one at work is, and the reports of nights.
 *
 * Whoever may see the pages may see this, so folders are left out of what is told: names of archives, not where they lie. A report is
 * opened only by the name that its run has in the store, below the folder that the service was given, and as a document that may do
 * nothing: its policy lets no script run, and puts it on an origin of its own.
 */
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { REPORT_HTML, REPORT_MARKDOWN, REPORT_NAME, reportsIn } from '../../nightly/folders.js';
import { fileName } from '../../store/file-name.js';
import { RUN_SILENCE, type Run } from '../../store/runs.js';
import type { Store } from '../../store/store.js';
import type { RunAnswer, RunArchivesAnswer, RunsAnswer } from '../../web/runs.js';
import { ApiError } from '../errors.js';
import { ListQuery, RunParams } from '../schemas/runs.js';
import { foldersOf, withoutFolders } from './without-folders.js';

/** Runs on a page, and archives of one run. */
const PAGE = 20;
const ARCHIVES = 200;
/** Bytes of a report; one with ten diagrams has a tenth of it. */
const REPORT_MAX = 2_000_000;

/** Reports bring their own style sheet and name its hash in a policy of their own, which holds beside this one. */
const REPORT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";

export interface RunsMeans {
  store: Pick<Store, 'runs'>;
  /** The folder that nights write to; without, there are no reports to open. */
  nightly?: string;
}

export function runsRoutes({ store, nightly }: RunsMeans): FastifyPluginAsync {
  const runOf = (id: string): Run => {
    const run = store.runs.get(Number(id));
    if (run === undefined) throw new ApiError('not_found', `There is no run ${id}`);
    return run;
  };
  const reportOf = async (id: string, file: string): Promise<Buffer> => {
    const { report } = runOf(id);
    const path = report === null || nightly === undefined ? null : await reportPath(nightly, report, file);
    if (path === null) throw new ApiError('not_found', `The report of run ${id} is not here`);
    return readFile(path);
  };

  // eslint-disable-next-line @typescript-eslint/require-await -- the framework tells a plugin from a callback by the promise
  return async (app) => {
    app.get<{ Querystring: ListQuery }>('/runs', { schema: { querystring: ListQuery } }, async ({ query }, reply) => {
      const runs = store.runs.list(PAGE + 1, query.before === undefined ? undefined : Number(query.before));
      const now = Date.now();
      const answer: RunsAnswer = {
        now,
        runs: await Promise.all(runs.slice(0, PAGE).map((run) => answerOf(run, now, nightly))),
        more: runs.length > PAGE,
      };
      return fresh(reply).send(answer);
    });

    app.get<{ Params: RunParams }>('/runs/:id/archives', { schema: { params: RunParams } }, ({ params }, reply) => {
      const { id } = runOf(params.id);
      const archives = store.runs.archives(id, ARCHIVES + 1);
      const folders = new Set(archives.map(({ path }) => foldersOf(path)));
      const answer: RunArchivesAnswer = {
        archives: archives.slice(0, ARCHIVES).map(({ path, message, ...rest }) => ({
          name: fileName(path),
          ...rest,
          message: withoutFolders(message, folders),
        })),
        more: archives.length > ARCHIVES,
      };
      return fresh(reply).send(answer);
    });

    app.get<{ Params: RunParams }>('/runs/:id/report', { schema: { params: RunParams } }, async ({ params }, reply) => {
      const html = await reportOf(params.id, REPORT_HTML);
      reply.header('content-security-policy', REPORT_POLICY).type('text/html; charset=utf-8');
      return fresh(reply).send(html);
    });

    app.get<{ Params: RunParams }>(
      '/runs/:id/report.md',
      { schema: { params: RunParams } },
      async ({ params }, reply) => {
        const markdown = await reportOf(params.id, REPORT_MARKDOWN);
        reply.header('content-disposition', `attachment; filename="motif-run-${params.id}.md"`);
        return fresh(reply).type('text/markdown; charset=utf-8').send(markdown);
      },
    );
  };
}

function fresh(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store');
}

/** Where a report's file lies; null where there is none below the folder, whatever the store, or a link in the folder, says. */
async function reportPath(nightly: string, report: string, file: string): Promise<string | null> {
  if (!REPORT_NAME.test(report)) return null;
  try {
    const home = await realpath(reportsIn(nightly));
    const path = await realpath(join(home, report, file));
    if (!path.startsWith(home + sep)) return null;
    const info = await stat(path);
    return info.isFile() && info.size <= REPORT_MAX ? path : null;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

async function answerOf(run: Run, now: number, nightly: string | undefined): Promise<RunAnswer> {
  const { id, kind, state, started, updated, ended, stage, progress, counts, message, report } = run;
  const { share, games, gamesPerSecond, secondsLeft } = progress;
  return {
    ...{ id, kind, started, updated, ended, stage },
    state: state === 'running' && now - updated > RUN_SILENCE ? 'silent' : state,
    progress: { share, games, gamesPerSecond, secondsLeft },
    archives: counts.archives,
    games: { ...counts.games, renewed: counts.renewed ?? 0 },
    tactics: counts.tactics,
    puzzles: counts.puzzles,
    tacticsByPattern: counts.tacticsByPattern,
    quarantineByReason: counts.quarantineByReason,
    message: withoutFolders(message),
    report: report !== null && nightly !== undefined && (await reportPath(nightly, report, REPORT_HTML)) !== null,
  };
}
