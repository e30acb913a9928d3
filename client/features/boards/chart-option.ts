import type { EChartsCoreOption } from 'echarts/core';
import type { TFunction } from 'i18next';
import type { BoardSummary } from '../../../contract/team/boards';
import { businessDay } from '../../../contract/shared/date';
import { formatMoney, formatMoneyShort } from '../../lib/format';
import { colours, FONT, type Look } from '../../ui/charts/look';
import { hourOf } from '../../../contract/shared/wall-clock';

interface BoardLook extends Look {
  t: TFunction;
  wall: boolean;
  now: Date;
}

export function chartOption(summary: BoardSummary, look: BoardLook): EChartsCoreOption {
  const { t, language, dark, still, wall } = look;
  const colour = colours(dark);
  const hours = shownHours(summary);
  const fontSize = wall ? 16 : 11.5;
  const text = { color: colour.ink, fontSize, fontFamily: FONT };
  const pesos = (value: number) => formatMoney(value, language);
  const series = [
    {
      name: t('boards:hours.day'),
      type: 'bar',
      color: colour.today,
      barMaxWidth: 34,
      itemStyle: { borderRadius: [3, 3, 0, 0] },
    },
    {
      name: t('boards:hours.before'),
      type: 'line',
      color: colour.before,
      showSymbol: false,
      lineStyle: { width: 2 },
    },
  ];
  const data = [todayBy(summary, look.now), summary.receivedByHourBefore];
  return {
    animation: !still,
    animationDuration: 300,
    aria: { enabled: true, label: { description: describe(summary, look) } },
    // The last hour's name stands half beyond its bar.
    grid: {
      ...{ left: 4, right: wall ? 24 : 8, top: wall ? 40 : 28, bottom: 2 },
      ...{ outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    },
    legend: { right: 0, top: 0, itemWidth: 14, itemHeight: 8, textStyle: text },
    // The page's policy allows no style attributes, which an HTML tooltip is made of.
    tooltip: {
      trigger: 'axis',
      renderMode: 'richText',
      backgroundColor: colour.surface,
      borderColor: colour.line,
      textStyle: { ...text, color: colour.strong },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? pesos(value) : '—'),
    },
    xAxis: {
      type: 'category',
      data: hours.map((hour) => `${String(hour).padStart(2, '0')}:00`),
      axisLabel: text,
      axisLine: { lineStyle: { color: colour.line } },
      axisTick: { show: false },
    },
    yAxis: {
      type: 'value',
      splitNumber: 3,
      axisLabel: { ...text, formatter: (value: number) => formatMoneyShort(value, language) },
      splitLine: { lineStyle: { color: colour.line } },
    },
    series: series.map((each, index) => ({
      ...each,
      data: hours.map((hour) => data[index]?.[hour] ?? null),
    })),
  };
}

/** The working day, and whatever hour outside of it had money. */
export function shownHours({ receivedByHour, receivedByHourBefore }: BoardSummary): number[] {
  const busy = (hour: number) => (receivedByHour[hour] ?? 0) !== 0 || (receivedByHourBefore[hour] ?? 0) !== 0;
  const all = Array.from({ length: 24 }, (_, hour) => hour);
  const first = Math.min(8, ...all.filter(busy));
  const last = Math.max(20, ...all.filter(busy));
  return all.slice(first, last + 1);
}

/** Hours that have not begun are empty, not zero. */
function todayBy({ day, receivedByHour }: BoardSummary, now: Date): (number | null)[] {
  if (day !== businessDay(now)) return receivedByHour;
  const current = hourOf(now);
  return receivedByHour.map((amount, hour) => (hour > current && amount === 0 ? null : amount));
}

function describe(
  { receivedByHour, receivedByHourBefore }: BoardSummary,
  { t, language }: BoardLook,
): string {
  const sum = (amounts: readonly number[]) =>
    formatMoney(
      amounts.reduce((total, amount) => total + amount, 0),
      language,
    );
  return t('boards:hours.description', { today: sum(receivedByHour), before: sum(receivedByHourBefore) });
}
