import type { EChartsCoreOption } from 'echarts/core';
import { colours, FONT, partColour, type Look } from './look';

/** Bars of a picture: one for each name, in its order. Null: nothing was measured. */
export interface PictureSeries {
  name: string;
  values: readonly (number | null)[];
  /** Its place among the colours; in order unless it is given. */
  part?: number;
}

export interface PictureData {
  /** The question that it answers. */
  title: string;
  names: readonly string[];
  series: readonly PictureSeries[];
  /** A value as a reader says it. */
  format: (value: number) => string;
  /** The series stand on each other: together they are the whole. */
  stacked?: boolean;
  /** Names are long, as those of people: the bars lie. */
  lying?: boolean;
  /** The end of the axis, where it is not by the values: 100 of a score. */
  most?: number;
}

export function pictureOption(data: PictureData, { dark, still }: Look): EChartsCoreOption {
  const { title, names, series, format, stacked = false, lying = false, most } = data;
  const colour = colours(dark);
  const text = { color: colour.ink, fontSize: 11.5, fontFamily: FONT };
  const categories = {
    type: 'category',
    data: [...names],
    // The first name stands on top, as in the table beside it.
    inverse: lying,
    axisLabel: { ...text, ...(lying && { width: 150, overflow: 'truncate' }) },
    axisLine: { lineStyle: { color: colour.line } },
    axisTick: { show: false },
  };
  const values = {
    type: 'value',
    splitNumber: 4,
    minInterval: 1,
    ...(most !== undefined && { max: most }),
    axisLabel: { ...text, formatter: (value: number) => format(value) },
    splitLine: { lineStyle: { color: colour.line } },
  };
  return {
    animation: !still,
    animationDuration: 300,
    aria: { enabled: true, label: { description: title } },
    grid: {
      ...{ left: 4, right: 16, top: series.length > 1 ? 30 : 8, bottom: 2 },
      ...{ outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    },
    legend: {
      show: series.length > 1,
      ...{ left: 0, top: 0, itemWidth: 14, itemHeight: 8, type: 'scroll', textStyle: text },
    },
    // The page's policy allows no style attributes, which an HTML tooltip is made of.
    tooltip: {
      ...{ trigger: 'axis', renderMode: 'richText', axisPointer: { type: 'shadow' } },
      ...{ backgroundColor: colour.surface, borderColor: colour.line },
      textStyle: { ...text, color: colour.strong },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? format(value) : '—'),
    },
    xAxis: lying ? values : categories,
    yAxis: lying ? categories : values,
    series: series.map(({ name, values: data_, part }, at) => ({
      ...{ name, type: 'bar', color: partColour(part ?? at, dark), barMaxWidth: lying ? 16 : 34 },
      ...(stacked
        ? { stack: 'whole' }
        : { itemStyle: { borderRadius: lying ? [0, 3, 3, 0] : [3, 3, 0, 0] } }),
      data: [...data_],
    })),
  };
}
