/**
 * Who may ask how much: the one table of plans, as it is built in and as an operator's file changes it.
 *
 *     { "plans": { "free": { "games_per_day": 10 }, "team": { "requests_per_minute": 250 } }, "refused_keys_per_minute": 20 }
 *
 * The file says what is different: plans that it does not name stay as they are, and of those that it names the limits that it does not
 * name. What a file gets wrong is told all at once, each with its place, and nothing of it is used.
 */
import { readFileSync } from 'node:fs';

/** What one client may do. */
export interface Plan {
  readonly name: string;
  /** Requests in a minute; null for no limit, 0 for none at all. */
  readonly requestsPerMinute: number | null;
  /** Game analyses in a UTC day; null for no limit, 0 for none at all. */
  readonly gamesPerDay: number | null;
}

export interface PlanTable {
  readonly plans: ReadonlyMap<string, Plan>;
  /**
   * Requests with a missing or wrong key that an address may make in a minute at the paid door; then nothing from there is looked at
   * until the minute is over.
   */
  readonly refusedKeysPerMinute: number;
}

/** The plan of those without a key. */
export const FREE = 'free';

const LIMITS = { requests_per_minute: 'requestsPerMinute', games_per_day: 'gamesPerDay' } as const;
type LimitName = keyof typeof LIMITS;

/** More than any server answers: what lies beyond is a mistake in the file. */
const MOST = 1_000_000_000;

/** Free, Builder and Scale as published; Custom is by agreement. */
export const BUILT_IN_PLANS: PlanTable = {
  plans: new Map(
    [
      { name: FREE, requestsPerMinute: 30, gamesPerDay: 3 },
      { name: 'builder', requestsPerMinute: 120, gamesPerDay: null },
      { name: 'scale', requestsPerMinute: 500, gamesPerDay: null },
      { name: 'custom', requestsPerMinute: null, gamesPerDay: null },
    ].map((plan) => [plan.name, plan]),
  ),
  refusedKeysPerMinute: 60,
};

/** The plans that keys can be on: all but the free one, which needs none. */
export function paidPlans({ plans }: PlanTable): string[] {
  return [...plans.keys()].filter((name) => name !== FREE);
}

/** In a few words: `120 requests a minute`. */
export function describePlan({ requestsPerMinute, gamesPerDay }: Plan): string {
  const requests = requestsPerMinute === null ? 'no limit' : `${requestsPerMinute} requests a minute`;
  return gamesPerDay === null ? requests : `${requests}, ${gamesPerDay} games a day`;
}

export class PlanFileError extends Error {
  override readonly name = 'PlanFileError';

  /** @param faults each with its place in the file */
  constructor(
    source: string,
    readonly faults: readonly string[],
  ) {
    super([`Plans ${source}: nothing of it is used.`, ...faults.map((fault) => `  ${fault}`)].join('\n'));
  }
}

/** @throws {PlanFileError} */
export function loadPlans(file: string): PlanTable {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new PlanFileError(file, [`It cannot be read: ${error instanceof Error ? error.message : String(error)}`]);
  }
  return parsePlans(text, file);
}

/**
 * @param text JSON
 * @param source what to call it in messages
 * @throws {PlanFileError}
 */
export function parsePlans(text: string, source: string): PlanTable {
  let file: unknown;
  try {
    file = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new PlanFileError(source, [`It is not valid JSON: ${(error as Error).message}`]);
  }
  const faults: string[] = [];
  const table = readTable(file, faults);
  if (faults.length > 0) throw new PlanFileError(source, faults);
  return table;
}

function readTable(file: unknown, faults: string[]): PlanTable {
  const plans = new Map(BUILT_IN_PLANS.plans);
  let { refusedKeysPerMinute } = BUILT_IN_PLANS;
  for (const [field, value] of fieldsOf(file, 'The file', faults)) {
    if (field === 'plans') {
      for (const [name, limits] of fieldsOf(value, 'plans', faults)) readPlan(name, limits, plans, faults);
    } else if (field === 'refused_keys_per_minute') {
      if (isLimit(value) && value > 0) refusedKeysPerMinute = value;
      else faults.push(`${field} must be a whole number from 1 to ${MOST}, and is ${JSON.stringify(value)}`);
    } else faults.push(`${field} means nothing here; allowed: plans, refused_keys_per_minute`);
  }
  return { plans, refusedKeysPerMinute };
}

function readPlan(name: string, value: unknown, plans: Map<string, Plan>, faults: string[]): void {
  const place = `plans.${name}`;
  if (!/^[a-z][a-z0-9_-]{0,31}$/.test(name)) {
    faults.push(`${place}: a plan's name has up to 32 of a-z, 0-9, - and _, and begins with a letter`);
    return;
  }
  const known = plans.get(name);
  const plan = { name, requestsPerMinute: null, gamesPerDay: null, ...known } as {
    -readonly [K in keyof Plan]: Plan[K];
  };
  const given = new Set<string>();
  for (const [field, limit] of fieldsOf(value, place, faults)) {
    given.add(field);
    if (!Object.hasOwn(LIMITS, field)) {
      faults.push(`${place}.${field} means nothing here; allowed: ${Object.keys(LIMITS).join(', ')}`);
    } else if (limit !== null && !isLimit(limit)) {
      faults.push(
        `${place}.${field} must be a whole number from 0 to ${MOST}, or null for no limit, and is ${JSON.stringify(limit)}`,
      );
    } else plan[LIMITS[field as LimitName]] = limit;
  }
  // A new plan without a limit would be unlimited by oversight.
  if (known === undefined && isObject(value) && !given.has('requests_per_minute')) {
    faults.push(`${place} is a new plan: requests_per_minute is missing (null for no limit)`);
  }
  plans.set(name, plan);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fieldsOf(value: unknown, place: string, faults: string[]): [string, unknown][] {
  if (isObject(value)) return Object.entries(value);
  faults.push(`${place} must be an object {...}`);
  return [];
}

function isLimit(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MOST;
}
