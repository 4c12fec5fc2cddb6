import { expect, it } from 'vitest';
import { barChart } from '../../src/export/chart.js';

/** Of each bar. */
function widthsOf(svg: string): number[] {
  return [...svg.matchAll(/<rect x='190'[^>]* width='(\d+)'/g)].map(([, width]) => Number(width));
}

it('bars are as long as their numbers; what is little can be seen, and nothing cannot', () => {
  const bars = [['all', 1_000_000] as const, ['half', 500_000] as const, ['one', 1] as const, ['none', 0] as const];
  const widths = widthsOf(barChart('t', [{ title: 'g', bars }]));
  expect(widths).toEqual([430, 215, 1, 0]);
  // each group has a scale of its own, and one of nothing but noughts has one
  const groups = [
    { title: 'g', bars: [bars[0]!] },
    { title: 'h', bars: [bars[2]!] },
    { title: 'i', bars: [bars[3]!] },
    { title: 'j', bars: [] },
  ];
  expect(widthsOf(barChart('t', groups))).toEqual([430, 430, 0]);
});

it('words are text, whatever is in them', () => {
  const svg = barChart(`<b>'"&`, [{ title: '<i>', bars: [['<u>', 12_345]] }]);
  expect(svg).not.toMatch(/<[biu]>/);
  expect(svg).toContain("aria-label='&#60;b&#62;&#39;&#34;&#38;'");
  expect(svg).toContain('>12,345</text>');
});
