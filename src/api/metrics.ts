/**
 * What operators watch, in the text format of Prometheus: requests by route and status, how long they take, where positions come from,
 * how full the queue is, and the process itself (memory, event loop, garbage collection). Nothing in it tells of a client.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { ENGINE } from '../tactics/version.js';
import type { StoredAnalyst } from './analyst.js';

/** Seconds: from an answer that is there to what clients give up at. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export class Metrics {
  readonly #registry = new Registry();
  /** By `route status`: counted here, and handed over when somebody looks, because each request passes. */
  readonly #requests = new Map<string, number>();
  readonly #seconds: Histogram;

  constructor({ queue, counts }: Pick<StoredAnalyst, 'queue' | 'counts'>) {
    const registers = [this.#registry];
    const requests = this.#requests;
    collectDefaultMetrics({ register: this.#registry });
    this.#seconds = new Histogram({
      name: 'motif_http_request_seconds',
      help: 'Time from a request to the end of its answer',
      buckets: BUCKETS,
      registers,
    });
    new Counter({
      name: 'motif_http_requests_total',
      help: 'Requests by route and status',
      labelNames: ['route', 'status'],
      registers,
      collect() {
        this.reset();
        for (const [name, count] of requests) {
          const [route = '', status = ''] = name.split(' ');
          this.inc({ route, status }, count);
        }
      },
    });
    new Counter({
      name: 'motif_positions_total',
      help: 'Positions by where their results came from',
      labelNames: ['from'],
      registers,
      collect() {
        this.reset();
        for (const [from, count] of Object.entries(counts)) this.inc({ from }, count);
      },
    });
    new Gauge({
      name: 'motif_queue_positions',
      help: 'Positions accepted and not finished yet',
      registers,
      collect() {
        this.set(queue.taken);
      },
    });
    new Gauge({ name: 'motif_queue_limit', help: 'Positions that the queue has room for', registers }).set(queue.limit);
    new Gauge({
      name: 'motif_info',
      help: 'The engine that answers',
      labelNames: ['version', 'signature'],
      registers,
    }).set({ ...ENGINE }, 1);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** @param route its pattern, never a client's text */
  count(route: string, status: number, milliseconds: number): void {
    const name = `${route} ${status}`;
    this.#requests.set(name, (this.#requests.get(name) ?? 0) + 1);
    this.#seconds.observe(milliseconds / 1000);
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
