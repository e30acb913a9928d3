import { useTranslation } from 'react-i18next';
import type { ComplaintCauseRow } from '../../../contract/supervision/complaint-causes';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';
import { Tag } from '../../ui/status-tag';
import { causeCalls } from './causes-api';

const FILTERS: readonly Filter[] = [
  { name: 'enabled', kind: 'choice', choices: ['1', '0'], words: 'complaint-causes:enabled' },
];

const COLUMNS: readonly Column<ComplaintCauseRow>[] = [
  { field: 'name', kind: 'name', width: 260, sortable: true },
  { field: 'code', width: 110, grow: 0, sortable: true },
  { field: 'legalSource', width: 240, draw: ({ legalSource }) => <Source text={legalSource} /> },
  { field: 'enabled', kind: 'yes', width: 90, grow: 0 },
  { field: 'updatedBy', width: 140 },
  { field: 'updatedAt', kind: 'time', width: 112, grow: 0, sortable: true },
];

/** The document with which a cause was compared; without one it is still to be confirmed. */
function Source({ text }: { text: string | null }) {
  const { t } = useTranslation('complaint-causes');
  if (text !== null) return <span>{text}</span>;
  return <Tag tone="warn">{t('complaint-causes:unconfirmed')}</Tag>;
}

/** The regulator's causes, under which complaints are reported. */
export function Component() {
  return (
    <ListPage<ComplaintCauseRow>
      id="complaint-causes"
      words="complaint-causes"
      useRows={causeCalls.useList}
      filters={FILTERS}
      columns={COLUMNS}
      rowId={({ id }) => String(id)}
      open={({ id }) => `/complaint/cause/${id}`}
      primary={{ to: '/add/complaint/cause', may: 'complaintCause:manage' }}
    />
  );
}
