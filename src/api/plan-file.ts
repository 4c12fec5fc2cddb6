/**
 * The operator's file of plans, which changes those that are built in.
 *
 *     { "plans": { "free": { "games_per_day": 10 },
 *                  "team": { "requests_per_minute": 250, "price_per_month": 39, "for_sale": true } },
 *       "refused_keys_per_minute": 20, "contact": "sales@example.org" }
 *
 * It says what is different: plans that it does not name stay as they are, and of those that it names what it does not name. What a file
 * gets wrong is told all at once, each with its place, and nothing of it is used.
 */
import { readFileSync } from 'node:fs';
import { BUILT_IN_PLANS, barePlan, FREE, type Plan, type PlanTable } from './plans.js';

/** More than any server answers: what lies beyond is a mistake in the file. */
const MOST = 1_000_000_000;

/** What of a plan's fields the file calls how, and what it may hold. */
const FIELDS: Record<string, { key: Exclude<keyof Plan, 'name'>; fits: (value: unknown) => boolean; wanted: string }> =
  {
    requests_per_minute: { key: 'requestsPerMinute', fits: isLimitOrNone, wanted: limitWords() },
    games_per_day: { key: 'gamesPerDay', fits: isLimitOrNone, wanted: limitWords() },
    title: { key: 'title', fits: isLine(40), wanted: 'a line of 1 to 40 characters' },
    description: { key: 'description', fits: isLine(200), wanted: 'a line of 1 to 200 characters' },
    price_per_month: {
      key: 'pricePerMonth',
      fits: isPrice,
      wanted: 'dollars and cents from 0 to 100000, or null for a price on request',
    },
    for_sale: { key: 'forSale', fits: isFlag, wanted: 'true or false' },
    listed: { key: 'listed', fits: isFlag, wanted: 'true or false' },
    stripe_price: { key: 'stripePrice', fits: isPriceId, wanted: 'the id of a price at Stripe, price_...' },
    earlier_stripe_prices: {
      key: 'earlierStripePrices',
      fits: (value) => Array.isArray(value) && value.every(isPriceId),
      wanted: 'a list of ids of prices at Stripe, price_...',
    },
  };

export class PlanFileError extends Error {
  override readonly name = 'PlanFileError';

  /** @param faults each with its place in the file */
  constructor(
    source: string,
    readonly faults: readonly string[],
  ) {
    super([`The plans in ${source} cannot be used:`, ...faults.map((fault) => `  ${fault}`)].join('\n'));
  }
}

/** A path that leads to no file that can be read. */
export class PlanPathError extends Error {
  override readonly name = 'PlanPathError';
}

/** Codes of the file system -> what is wrong with the path, and what to do. */
const OF_FILE_SYSTEM: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file; check the path.',
  EISDIR: 'It is a folder; name a file in it.',
  ENOTDIR: 'The path leads through a file, not a folder; check the path.',
  EACCES: 'This user may not read it; check its permissions.',
  EPERM: 'This user may not read it; check its permissions.',
  ELOOP: 'It is a link that leads back to itself; name the file that is meant.',
  ENAMETOOLONG: 'It is longer than the file system allows a name to be; check the path.',
};

/** @throws {PlanPathError} where there is nothing to read, without the path @throws {PlanFileError} */
export function loadPlans(file: string): PlanTable {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new PlanPathError(OF_FILE_SYSTEM[code] ?? `It cannot be read (${message}).`, { cause: error });
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
  let { refusedKeysPerMinute, contact } = BUILT_IN_PLANS;
  for (const [field, value] of fieldsOf(file, 'The file', faults)) {
    if (field === 'plans') {
      for (const [name, limits] of fieldsOf(value, 'plans', faults)) readPlan(name, limits, plans, faults);
    } else if (field === 'refused_keys_per_minute') {
      if (isLimit(value) && value > 0) refusedKeysPerMinute = value;
      else faults.push(`${field} must be a whole number from 1 to ${MOST}, not ${JSON.stringify(value)}`);
    } else if (field === 'contact') {
      if (typeof value === 'string' && /^(?:https:\/\/[^\s"<>]+|[^\s@"<>]+@[^\s@"<>]+)$/.test(value)) contact = value;
      else faults.push(`${field} must be an e-mail address or an https:// page, not ${JSON.stringify(value)}`);
    } else faults.push(`${field} is not a known field; allowed: plans, refused_keys_per_minute, contact`);
  }
  oneEach(plans, faults);
  return { plans, refusedKeysPerMinute, contact };
}

function readPlan(name: string, value: unknown, plans: Map<string, Plan>, faults: string[]): void {
  const place = `plans.${name}`;
  if (!/^[a-z][a-z0-9_-]{0,31}$/.test(name)) {
    faults.push(`${place}: a plan's name consists of up to 32 of a-z, 0-9, - and _, and begins with a letter`);
    return;
  }
  const known = plans.get(name);
  const plan: Record<string, unknown> = { ...(known ?? barePlan(name)) };
  const given = new Set<string>();
  for (const [field, setting] of fieldsOf(value, place, faults)) {
    given.add(field);
    const known = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
    if (known === undefined) {
      faults.push(`${place}.${field} is not a known field; allowed: ${Object.keys(FIELDS).join(', ')}`);
    } else if (known.fits(setting)) plan[known.key] = setting;
    else faults.push(`${place}.${field} must be ${known.wanted}, not ${JSON.stringify(setting)}`);
  }
  // A new plan without a limit would be unlimited by oversight.
  if (known === undefined && isObject(value) && !given.has('requests_per_minute')) {
    faults.push(`${place} is a new plan: requests_per_minute is missing (null for no limit)`);
  }
  if (known === undefined && !given.has('listed')) plan['listed'] = plan['forSale'];
  const whole = plan as unknown as Plan;
  if (whole.forSale && (name === FREE || whole.pricePerMonth === null || whole.pricePerMonth === 0)) {
    const why = name === FREE ? 'it needs no key' : 'price_per_month must be above 0';
    faults.push(`${place} cannot be for sale: ${why}`);
  }
  plans.set(name, whole);
}

/** A price at Stripe says which plan was bought, so it belongs to one. */
function oneEach(plans: Map<string, Plan>, faults: string[]): void {
  const owners = new Map<string, string>();
  for (const { name, stripePrice, earlierStripePrices } of plans.values()) {
    for (const price of [...(stripePrice === null ? [] : [stripePrice]), ...earlierStripePrices]) {
      const owner = owners.get(price);
      if (owner !== undefined && owner !== name)
        faults.push(`plans.${name}: ${price} already is the price of ${owner}`);
      owners.set(price, name);
    }
  }
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

function isLimitOrNone(value: unknown): boolean {
  return value === null || isLimit(value);
}

function limitWords(): string {
  return `a whole number from 0 to ${MOST}, or null for no limit`;
}

function isLine(most: number): (value: unknown) => boolean {
  return (value) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= most && !/[\x00-\x1f\x7f]/.test(value);
}

/** To the cent: more digits are a mistake. */
function isPrice(value: unknown): boolean {
  if (value === null) return true;
  return typeof value === 'number' && value >= 0 && value <= 100_000 && Number(value.toFixed(2)) === value;
}

function isPriceId(value: unknown): boolean {
  return typeof value === 'string' && /^price_\w{1,100}$/.test(value);
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean';
}
