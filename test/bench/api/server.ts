/**
 * A server in a process of its own, so that the load does not share its event loop: ours, or the bare one that it is measured against,
 * which answers the same POST with the same bytes and does nothing else.
 *
 * Arguments: `motif DATABASE` or `bare FILE`. It writes its address to standard output; a line on standard input is answered with a line
 * of JSON, its memory and the delay of its event loop since the last one.
 */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import Fastify from 'fastify';
import { barePlan, FREE, type PlanTable } from '../../../src/api/plans.js';
import { startServer } from '../../../src/api/server.js';

export interface Health {
  /** Megabytes. */
  rss: number;
  /** Milliseconds. */
  delayP99: number;
}

const [kind, file = ''] = process.argv.slice(2);
/** Milliseconds between two looks at the event loop, which the histogram counts as part of every delay. */
const RESOLUTION = 10;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
delay.enable();

async function bare(): Promise<string> {
  const answer = readFileSync(file, 'utf8');
  const app = Fastify();
  app.post('/api/v1/extract', (_request, reply) => {
    reply.header('content-type', 'application/json; charset=utf-8').send(answer);
  });
  return app.listen({ host: '127.0.0.1', port: 0 });
}

/** Limits are off: what is measured is how long answers take, not how they are refused. */
async function motif(): Promise<string> {
  const plans: PlanTable = { plans: new Map([[FREE, barePlan(FREE)]]), refusedKeysPerMinute: 1_000, contact: null };
  return (await startServer({ host: '127.0.0.1', port: 0, db: file, plans })).url;
}

process.stdout.write(`${await (kind === 'bare' ? bare() : motif())}\n`);
createInterface({ input: process.stdin })
  .on('line', () => {
    const health: Health = {
      rss: process.memoryUsage.rss() / 1024 / 1024,
      delayP99: delay.percentile(99) / 1e6 - RESOLUTION,
    };
    delay.reset();
    process.stdout.write(`${JSON.stringify(health)}\n`);
  })
  .on('close', () => process.exit(0));
