import { describe, expect, it } from 'vitest';
import { BUILT_IN_PLANS, describePlan, paidPlans } from '../../src/api/plans.js';

describe('the built-in table', () => {
  it('is the published one', () => {
    const limits = [...BUILT_IN_PLANS.plans.values()].map((plan) => [
      plan.name,
      plan.requestsPerMinute,
      plan.gamesPerDay,
    ]);
    expect(limits).toEqual([
      ['free', 30, 3],
      ['builder', 120, null],
      ['scale', 500, null],
      ['custom', null, null],
    ]);
    expect(paidPlans(BUILT_IN_PLANS)).toEqual(['builder', 'scale', 'custom']);
    expect([...BUILT_IN_PLANS.plans.values()].map(describePlan)).toEqual([
      '30 requests a minute, 3 games a day',
      '120 requests a minute',
      '500 requests a minute',
      'no limit',
    ]);
  });
});
