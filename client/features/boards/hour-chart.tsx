import { BarChart, LineChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import EChart from 'echarts-for-react/esm/core';
import { useMemo } from 'react';
import type { BoardSummary } from '../../../contract/team/boards';
import { useWords } from '../../i18n/use-words';
import { useReducedMotion } from '../../lib/media';
import { useDark } from '../../state/preferences';
import { chartOption } from './chart-option';
import { useCalm } from './use-calm';

echarts.use([
  BarChart,
  LineChart,
  AriaComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  CanvasRenderer,
]);

/** A board may change ten times a second. */
const DRAW_MS = 1000;

interface HourChartProps {
  summary: BoardSummary;
  wall: boolean;
  /** The board's moment in epoch ms: later hours have not begun. */
  at: number;
}

/** Received amounts by the hour, against the day before. The component disposes of its chart when it unmounts. */
export default function HourChart({ summary, wall, at }: HourChartProps) {
  const { t, language } = useWords('boards');
  const dark = useDark();
  const still = useReducedMotion();
  const drawn = useCalm(summary, DRAW_MS);
  const option = useMemo(
    () => chartOption(drawn, { t, language, dark, still, wall, now: new Date(at) }),
    [drawn, t, language, dark, still, wall, at],
  );
  return (
    <EChart
      key={String(wall)}
      echarts={echarts}
      option={option}
      className="board-chart"
      style={{ height: '100%' }}
    />
  );
}
