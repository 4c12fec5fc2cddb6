/** What the pages are told of the plans. */
import { expect, test } from 'vitest';
import { viewPricing } from '../../../src/api/accounts/view.js';
import { barePlan, BUILT_IN_PLANS } from '../../../src/api/plans.js';

test('a plan that is not listed is not shown on the page of prices', () => {
  const plans = new Map(BUILT_IN_PLANS.plans).set('quiet', { ...barePlan('quiet'), forSale: true, listed: false });
  const names = viewPricing({ ...BUILT_IN_PLANS, plans }, 'none').plans.map(({ name }) => name);
  expect(names).toContain('scale');
  expect(names).not.toContain('quiet');
});
