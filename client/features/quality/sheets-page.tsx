import { useTranslation } from 'react-i18next';
import type { QualitySheetRow } from '../../../contract/supervision/quality';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';
import { sheetCalls } from './quality-api';

const FILTERS: readonly Filter[] = [{ name: 'institutionId', kind: 'choice' }];
const COLUMNS: readonly Column<QualitySheetRow>[] = [
  { field: 'name', kind: 'name', width: 190 },
  { field: 'institutionName', width: 160 },
  { field: 'perDay', kind: 'count', width: 120, grow: 0 },
  { field: 'minSeconds', kind: 'count', width: 120, grow: 0 },
  { field: 'enabled', kind: 'yes', width: 90, grow: 0 },
  { field: 'version', kind: 'count', width: 90, grow: 0 },
  { field: 'updatedBy', width: 130 },
  { field: 'updatedAt', kind: 'time', width: 120, grow: 0 },
];

export function Component() {
  const { t } = useTranslation(['quality-sheets', 'quality']);
  return (
    <ListPage<QualitySheetRow>
      id="quality-sheets"
      words="quality-sheets"
      back={{ to: '/quality', label: t('quality:list.title') }}
      useRows={sheetCalls.useList}
      filters={FILTERS}
      options={usePlaceOptions()}
      columns={COLUMNS}
      rowId={({ id }) => String(id)}
      open={({ id }) => `/quality/sheet/${id}`}
      primary={{ to: '/add/qualitySheet', may: 'quality:manage' }}
    />
  );
}
