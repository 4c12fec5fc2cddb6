import { expect, it } from 'vitest';
import { given } from '../src/given.js';

it('leaves out what has no value, and nothing else', () => {
  const fields = given({ absent: undefined, none: null, off: false, zero: 0, empty: '' });
  expect(Object.entries(fields)).toEqual(Object.entries({ none: null, off: false, zero: 0, empty: '' }));
});
