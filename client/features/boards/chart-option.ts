import type { EChartsCoreOption } from 'echarts/core';
import type { TFunction } from 'i18next';
import type { BoardSummary } from '../../../contract/team/boards';
import type { Language } from '../../../contract/codes';
import { businessDay } from '../../../contract/shared/date';
import { formatMoney, formatMoneyShort } from '../../lib/format';
import { hourOf } from '../../../contract/shared/wall-clock';

/** A canvas inherits no font. */
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

interface Look {
  t: TFunction;
  language: Language;
  dark: boolean;
  still: boolean;
  wall: boolean;
  now: Date;
}

/** A canvas cannot read the style sheet's variables: the same colours as ui/tokens.css. */
const colours = (dark: boolean) =>
  dark
    ? {
        today: '#4bb3c6',
        before: '#97a3ac',
        ink: '#b9c2c9',
        line: '#323c44',
        surface: '#232b31',
        strong: '#e6e9ec',
      }
    : {
        today: '#0b7285',
        before: '#8b97a1',
        ink: '#5f6b76',
        line: '#dbe1e5',
        surface: '#ffffff',
        strong: '#1d242b',
      };

export function chartOption(summary: BoardSummary, look: Look): EChartsCoreOption {
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

function describe({ receivedByHour, receivedByHourBefore }: BoardSummary, { t, language }: Look): string {
  const sum = (amounts: readonly number[]) =>
    formatMoney(
      amounts.reduce((total, amount) => total + amount, 0),
      language,
    );
  return t('boards:hours.description', { today: sum(receivedByHour), before: sum(receivedByHourBefore) });
}
