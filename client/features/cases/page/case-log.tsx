import { useTranslation } from 'react-i18next';
import type { CaseInfo } from '../../../../contract/cases/cases';
import type { CollectionLogRow } from '../../../../contract/cases/records';
import { CallResultText } from '../../../domain/cases/status-tags';
import { Tag } from '../../../ui/status-tag';
import { Time } from '../../../ui/dates/time';
import { MINUTE_MS, useNow } from '../../../state/clock';
import { UndoButton } from '../result-form/undo';
import { useCaseLogQuery } from '../case-api';
import { PagedRows } from '../../../ui/tables/small-table';

export function CaseLog({ info }: { info: CaseInfo }) {
  const { t } = useTranslation(['case', 'codes']);
  return (
    <PagedRows useRows={useCaseLogQuery} taskId={info.id} nothing="case:log.none">
      {(rows: CollectionLogRow[]) => (
        <>
          <ol className="case-log">
            {rows.map((row) => (
              <Entry key={row.id} taskId={info.id} row={row} />
            ))}
          </ol>
          <p className="case-log-zone muted">{t('case:log.zone')}</p>
        </>
      )}
    </PagedRows>
  );
}

function Entry({ taskId, row }: { taskId: number; row: CollectionLogRow }) {
  const { t } = useTranslation(['case', 'codes']);
  const now = useNow(row.undoUntil ? MINUTE_MS : null);
  const relation = row.contactRelation && t(`codes:relation.${row.contactRelation}`);
  const who = [row.contactName, relation].filter(Boolean).join(' · ');
  const outcome = row.collectionResult ? t(`codes:collection-result.${row.collectionResult}`) : '';
  const isMessage = row.collectionResult === 'MSS' || row.collectionResult === 'MSF';
  return (
    <li className={row.undone ? 'case-log-entry case-log-undone' : 'case-log-entry'}>
      <Time value={row.time} as="mexico" />
      <div className="case-log-body">
        <p className="case-log-line">
          <strong>{isMessage ? outcome : <CallResultText result={row.callResult} />}</strong>
          {row.collectionResult && !isMessage && (
            <Tag tone={row.callResult === 'PTP' ? 'warn' : 'muted'} title={row.collectionResult}>
              {outcome}
            </Tag>
          )}
          {row.undone && <Tag tone="muted">{t('case:undo.undone')}</Tag>}
          <span className="muted case-log-by">{row.creator ?? t('case:log.system')}</span>
        </p>
        <p className="muted">
          {t(`codes:interaction.${row.type}`)}
          {who && ` · ${who}`}
          {row.phone && <span className="figure"> · {row.phone}</span>}
        </p>
        {row.remarks && <p className="case-log-remarks">{row.remarks}</p>}
        {row.undoUntil && Date.parse(row.undoUntil) > now && <UndoButton taskId={taskId} recordId={row.id} />}
      </div>
    </li>
  );
}
