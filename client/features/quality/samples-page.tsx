import './quality.css';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type QualitySampleRow, SAMPLE_VIEWS } from '../../../contract/supervision/quality';
import { useCollectorsQuery, useMay } from '../../api/session-api';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';
import { Tag } from '../../ui/status-tag';
import { useQualitySamplesQuery } from './quality-api';

const FILTERS: readonly Filter[] = [
  { name: 'status', kind: 'segments', choices: SAMPLE_VIEWS, words: 'quality:status' },
  { name: 'agentId', kind: 'choice' },
];
const TONES = { WAITING: 'info', SCORED: 'good', ANSWERED: 'warn', CLOSED: 'muted' } as const;

const ID: Column<QualitySampleRow> = { field: 'id', kind: 'name', width: 84, grow: 0 };
const DAY: Column<QualitySampleRow> = { field: 'day', kind: 'day', width: 110, grow: 0 };
const CALL: readonly Column<QualitySampleRow>[] = [
  { field: 'callTime', kind: 'time', width: 124, grow: 0 },
  { field: 'sheetName', width: 170 },
  {
    field: 'status',
    width: 130,
    grow: 0,
    draw: ({ status }, t) => <Tag tone={TONES[status]}>{t(`quality:status.${status}`)}</Tag>,
  },
  { field: 'total', kind: 'count', width: 90, grow: 0 },
];
const COLUMNS: readonly Column<QualitySampleRow>[] = [
  ID,
  DAY,
  { field: 'agentName', width: 170 },
  ...CALL,
  { field: 'inspectors', kind: 'count', width: 100, grow: 0 },
];
const OWN_COLUMNS = [ID, DAY, ...CALL];

/** The calls that were drawn to be scored; to a collector the own ones that are. */
export function Component() {
  const { t } = useTranslation('quality');
  const mayScore = useMay('quality:score');
  const mayManage = useMay('quality:manage');
  const { data: collectors = [] } = useCollectorsQuery(undefined, { skip: !mayScore });
  return (
    <ListPage<QualitySampleRow>
      key={String(mayScore)}
      id={mayScore ? 'quality-samples' : 'quality-own'}
      words="quality"
      title={mayScore ? undefined : t('quality:mine.title')}
      {...(!mayScore && { emptyHint: t('quality:mine.empty') })}
      useRows={useQualitySamplesQuery}
      filters={mayScore ? FILTERS : []}
      options={() => ({ agentId: collectors.map(({ id, name }) => ({ value: id, label: name })) })}
      columns={mayScore ? COLUMNS : OWN_COLUMNS}
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
