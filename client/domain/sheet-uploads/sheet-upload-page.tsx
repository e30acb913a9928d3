import './sheet-upload.css';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import {
  SHEET_ACTS,
  type SheetKind,
  type SheetRowSeen,
} from '../../../contract/administration/sheet-uploads';
import { useSheetRowsQuery, useSheetUploadQuery } from './sheet-uploads-api';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter, ListQuery } from '../../ui/list-page/list-query';
import { PageHeader } from '../../ui/page-header';
import { BackLink } from '../../ui/visits/back-link';
import { SendPanel } from './send-panel';
import { SheetResult } from './sheet-result';

const FILTERS: readonly Filter[] = [
  { name: 'act', kind: 'segments', choices: SHEET_ACTS, words: 'sheets:rows' },
];

const COLUMNS: readonly Column<SheetRowSeen>[] = [
  { field: 'place', width: 90, grow: 0 },
  { field: 'name', width: 180, grow: 0 },
  { field: 'changes', width: 420, draw: (row, t) => refusalText(row, t) },
];

/** By the heads of the file, which whoever corrects it has before them. */
function refusalText({ column, reason, changes }: SheetRowSeen, t: TFunction): string {
  if (reason !== null) return `${column}: ${t(`sheets:reason.${reason}`)}`;
  const sides = (before: string | null, after: string | null) =>
    before === null ? after : `${before} → ${after ?? '—'}`;
  return changes.map(({ field, before, after }) => `${field}: ${sides(before, after)}`).join(' · ');
}

interface SheetUploadPageProps {
  kind: SheetKind;
  title: string;
  back: { to: string; label: string };
  /** Shown once it is applied. */
  applied?: (uploadId: number) => ReactNode;
}

/** A workbook is sent, shown as what it would do, and applied by a confirmation. The address names it: it outlives a reload. */
export function SheetUploadPage({ kind, title, back, applied }: SheetUploadPageProps) {
  const { t } = useTranslation('sheets');
  const [search] = useSearchParams();
  const id = Number(search.get('upload')) || null;
  const { data } = useSheetUploadQuery({ kind, id: id ?? 0 }, { skip: id === null });
  const upload = data?.id === id ? data : undefined;
  const useRows = (query: ListQuery) => useSheetRowsQuery({ ...query, kind, id: id ?? 0 });
  const above = (
    <>
      <SendPanel kind={kind} />
      {upload && <SheetResult key={upload.id} kind={kind} upload={upload} applied={applied} />}
    </>
  );
  if (!upload || upload.failure !== null || upload.status === 'WAITING')
    return (
      <div className="page">
        <BackLink {...back} />
        <PageHeader title={title} />
        {above}
        {!upload && <p className="muted">{t('sheets:hint')}</p>}
      </div>
    );
  const { created, changed, refused } = upload;
  return (
    <ListPage
      id="sheet-rows"
      words="sheets"
      title={title}
      back={back}
      useRows={useRows}
      filters={FILTERS}
      counts={() => ({ CREATED: created, CHANGED: changed, REFUSED: refused })}
      columns={COLUMNS}
      rowId={(row) => String(row.id)}
      above={() => above}
    />
  );
}
