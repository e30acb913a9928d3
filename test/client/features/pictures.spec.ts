import { describe, expect, it } from '@jest/globals';
import { pictureOption, type PictureData } from '../../../client/ui/charts/picture-option.js';

describe('a picture', () => {
  const data: PictureData = {
    ...{ title: 'Which?', names: ['a', 'b'], format: (value) => `${value} pieces` },
    series: [
      { name: 'one', values: [1, null] },
      { name: 'two', values: [3, 4] },
    ],
  };
  const look = { language: 'en', dark: false, still: true } as const;

  it('draws each figure once, under its name, in the order of the table', () => {
    const option = pictureOption(data, look) as {
      xAxis: { data: string[] };
      series: { name: string; data: (number | null)[]; stack?: string; color: string }[];
      tooltip: { valueFormatter: (value: unknown) => string };
    };
    expect(option.xAxis.data).toEqual(['a', 'b']);
    expect(option.series.map(({ name, data: drawn }) => [name, drawn])).toEqual([
      ['one', [1, null]],
      ['two', [3, 4]],
    ]);
    expect(new Set(option.series.map(({ color }) => color)).size).toBe(2);
    expect([option.tooltip.valueFormatter(4), option.tooltip.valueFormatter(null)]).toEqual([
      '4 pieces',
      '—',
    ]);
  });

  it('lies for long names, and stands its parts on each other where they are a whole', () => {
    const option = pictureOption({ ...data, lying: true, stacked: true, most: 100 }, look) as {
      xAxis: { type: string; max: number };
      yAxis: { data: string[]; inverse: boolean };
      series: { stack: string }[];
    };
    expect(option).toMatchObject({
      xAxis: { type: 'value', max: 100 },
      yAxis: { data: ['a', 'b'], inverse: true },
      series: [{ stack: 'whole' }, { stack: 'whole' }],
    });
  });
});
