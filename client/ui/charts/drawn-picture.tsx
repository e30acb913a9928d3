import { BarChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import EChart from 'echarts-for-react/esm/core';
import { useMemo } from 'react';
import { useLanguage } from '../../i18n/use-language';
import { useReducedMotion } from '../../lib/media';
import { useDark } from '../../state/preferences';
import { pictureOption, type PictureData } from './picture-option';

echarts.use([BarChart, AriaComponent, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer]);

interface DrawnPictureProps {
  data: PictureData;
  onOpen: ((at: number) => void) | undefined;
}

/** The drawing alone, in a chunk of its own: it brings ECharts along. */
export default function DrawnPicture({ data, onOpen }: DrawnPictureProps) {
  const language = useLanguage();
  const dark = useDark();
  const still = useReducedMotion();
  const option = useMemo(() => pictureOption(data, { language, dark, still }), [data, language, dark, still]);
  return (
    <EChart
      echarts={echarts}
      option={option}
      notMerge
      className="picture-canvas"
      style={{ height: '100%' }}
      {...(onOpen && { onEvents: { click: ({ dataIndex }: { dataIndex: number }) => onOpen(dataIndex) } })}
    />
  );
}
