import { BarChart, LineChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import EChart from 'echarts-for-react/esm/core';
import { useMemo } from 'react';
import type { BoardSummary } from '../../../contract/boards';
import { useWords } from '../../i18n/use-words';
import { useReducedMotion } from '../../lib/media';
import { useNow } from '../../state/clock';
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

/** What came in by the hour, against the day before. The component disposes of its picture when it leaves. */
export default function HourChart({ summary, wall }: { summary: BoardSummary; wall: boolean }) {
  const { t, language } = useWords('boards');
  const dark = useDark();
  const still = useReducedMotion();
  const now = useNow();
  const drawn = useCalm(summary, DRAW_MS);
  const option = useMemo(
    () => chartOption(drawn, { t, language, dark, still, wall, now: new Date(now) }),
    [drawn, t, language, dark, still, wall, now],
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
