import './quality.css';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type QualitySampleRow, SAMPLE_STATES } from '../../../contract/supervision/quality';
import { useMay } from '../../api/session-api';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';
import { Tag } from '../../ui/status-tag';
import { useQualitySamplesQuery } from './quality-api';

const FILTERS: readonly Filter[] = [
  { name: 'status', kind: 'segments', choices: SAMPLE_STATES, words: 'quality:status' },
];
const TONES = { WAITING: 'info', SCORED: 'good', ANSWERED: 'muted' } as const;

const COLUMNS: readonly Column<QualitySampleRow>[] = [
  { field: 'id', kind: 'name', width: 84, grow: 0 },
  { field: 'day', kind: 'day', width: 110, grow: 0 },
  { field: 'agentName', width: 170 },
  { field: 'callTime', kind: 'time', width: 124, grow: 0 },
  { field: 'sheetName', width: 170 },
  {
    field: 'status',
    width: 130,
    grow: 0,
    draw: ({ status }, t) => <Tag tone={TONES[status]}>{t(`quality:status.${status}`)}</Tag>,
  },
  { field: 'total', kind: 'count', width: 90, grow: 0 },
  { field: 'inspectors', kind: 'count', width: 100, grow: 0 },
];

/** The calls that were drawn to be scored; to a collector the own ones that are. */
export function Component() {
  const { t } = useTranslation('quality');
  const mayManage = useMay('quality:manage');
  return (
    <ListPage<QualitySampleRow>
      id="quality-samples"
      words="quality"
      useRows={useQualitySamplesQuery}
      filters={FILTERS}
      columns={COLUMNS}
      rowId={({ id }) => String(id)}
      open={({ id }) => `/quality/sample/${id}`}
      above={() => (
        <p className="quality-links">
          <Link to="/quality/report">{t('quality:report.title')}</Link>{' '}
          {mayManage && <Link to="/quality/sheets">{t('quality:sheets.title')}</Link>}
        </p>
      )}
    />
  );
}
