import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadPlans, parsePlans, PlanFileError, PlanPathError } from '../../src/api/plan-file.js';
import { barePlan, BUILT_IN_PLANS } from '../../src/api/plans.js';
import { tempFolder } from '../store/fixture.js';

function faultsOf(text: string): readonly string[] {
  try {
    parsePlans(text, 'plans.json');
  } catch (error) {
    if (error instanceof PlanFileError) return error.faults;
    throw error;
  }
  throw new Error('nothing was wrong with it');
}

describe('a file of plans', () => {
  it('changes what it names, and nothing else', () => {
    const { plans, refusedKeysPerMinute } = parsePlans(
      '\ufeff{"plans": {"free": {"games_per_day": 10}, "scale": {"requests_per_minute": null}, "team": {"requests_per_minute": 250, "games_per_day": 0}}}',
      'x',
    );
    expect(
      Object.fromEntries([...plans].map(([name, plan]) => [name, [plan.requestsPerMinute, plan.gamesPerDay]])),
    ).toEqual({
      free: [30, 10],
      builder: [120, null],
      scale: [null, null],
      custom: [null, null],
      team: [250, 0],
    });
    expect(refusedKeysPerMinute).toBe(60);
    expect(parsePlans('{"refused_keys_per_minute": 5}', 'x').refusedKeysPerMinute).toBe(5);
    expect(parsePlans('{}', 'x')).toEqual(BUILT_IN_PLANS);
  });

  it('is told all that is wrong with it, each with its place', () => {
    const faults = faultsOf(`{
      "plan": {},
      "refused_keys_per_minute": 0,
      "plans": {
        "free": { "requests": 30, "games_per_day": "3" },
        "builder": { "requests_per_minute": -1 },
        "scale": 500,
        "custom": { "requests_per_minute": 1.5 },
        "Team 1": { "requests_per_minute": 5 },
        "team": { "games_per_day": 5 }
      }
    }`);
    expect(faults).toEqual([
      'plan is not a known field; allowed: plans, refused_keys_per_minute, contact',
      'refused_keys_per_minute must be a whole number from 1 to 1000000000, not 0',
      'plans.free.requests is not a known field; allowed: requests_per_minute, games_per_day, title, description, price_per_month, for_sale, listed, stripe_price, earlier_stripe_prices',
      'plans.free.games_per_day must be a whole number from 0 to 1000000000, or null for no limit, not "3"',
      'plans.builder.requests_per_minute must be a whole number from 0 to 1000000000, or null for no limit, not -1',
      'plans.scale must be an object {...}',
      'plans.custom.requests_per_minute must be a whole number from 0 to 1000000000, or null for no limit, not 1.5',
      "plans.Team 1: a plan's name consists of up to 32 of a-z, 0-9, - and _, and begins with a letter",
      'plans.team is a new plan: requests_per_minute is missing (null for no limit)',
    ]);
  });

  it('shows a new plan where it is for sale, unless it says otherwise', () => {
    const { plans } = parsePlans(
      `{"plans": {
        "team": { "requests_per_minute": 250, "price_per_month": 39.5, "for_sale": true },
        "inner": { "requests_per_minute": 250 },
        "quiet": { "requests_per_minute": 250, "price_per_month": 39, "for_sale": true, "listed": false }
      }}`,
      'x',
    );
    expect(['team', 'inner', 'quiet'].map((name) => plans.get(name)?.listed)).toEqual([true, false, false]);
    expect(plans.get('team')?.pricePerMonth).toBe(39.5);
  });

  it('sells at no price that cannot be paid, and at none that is another plan’s', () => {
    const faults = faultsOf(`{
      "plans": {
        "builder": { "price_per_month": 29.999, "stripe_price": "price_a", "earlier_stripe_prices": ["price_b", "price_a"] },
        "scale": { "earlier_stripe_prices": ["price_c", "price_b"] },
        "custom": { "for_sale": true }
      }
    }`);
    expect(faults).toEqual([
      'plans.builder.price_per_month must be dollars and cents from 0 to 100000, or null for a price on request, not 29.999',
      'plans.custom cannot be for sale: price_per_month must be above 0',
      'plans.scale: price_b already is the price of builder',
    ]);
  });

  it.each(['[]', 'null', '7', '"plans"'])('that is %s is refused', (text) => {
    expect(faultsOf(text)).toEqual(['The file must be an object {...}']);
  });

  it('with property names for plans or limits is refused', () => {
    expect(faultsOf('{"plans": {"__proto__": {"requests_per_minute": 1}}}')[0]).toContain('plans.__proto__');
    expect(faultsOf('{"plans": {"free": {"toString": 1}}}')[0]).toContain('plans.free.toString is not a known field');
    expect(parsePlans('{"plans": {"constructor": {"requests_per_minute": 1}}}', 'x').plans.get('constructor')).toEqual({
      ...barePlan('constructor'),
      requestsPerMinute: 1,
    });
  });

  it('that is no JSON is refused', () => {
    expect(faultsOf('{"plans": }')[0]).toMatch(/^It is not valid JSON: /);
  });

  it('is read from its path', () => {
    const file = join(tempFolder(), 'plans.json');
    writeFileSync(file, '{"plans": {"free": {"requests_per_minute": 5}}}');
    expect(loadPlans(file).plans.get('free')?.requestsPerMinute).toBe(5);
  });

  it('that cannot be read is told in words', () => {
    const folder = tempFolder();
    const file = join(folder, 'file');
    writeFileSync(file, '{}');
    mkdirSync(join(folder, 'folder'));
    symlinkSync('round', join(folder, 'round'));
    for (const [name, words] of [
      ['none', 'There is no such file; check the path.'],
      ['folder', 'It is a folder; name a file in it.'],
      ['round', 'It is a link that leads back to itself; name the file that is meant.'],
      ['x'.repeat(300), 'It is longer than the file system allows a name to be; check the path.'],
      [join('file', 'x'), 'The path leads through a file, not a folder; check the path.'],
    ] as const)
      expect(() => loadPlans(join(folder, name)), name).toThrow(new PlanPathError(words));
  });
});
