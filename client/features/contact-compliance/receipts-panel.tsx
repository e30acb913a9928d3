import './guard.css';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CaseInfo } from '../../../contract/cases/cases';
import type { ReceiptRow } from '../../../contract/contact/contact-compliance';
import { PrivacyWays } from '../../domain/privacy/privacy-ways';
import { EvidenceButton } from '../../domain/evidence/evidence-button';
import { type SmallColumn, PagedTable } from '../../ui/tables/small-table';
import { Tag } from '../../ui/status-tag';
import { useReceiptsQuery } from './contact-compliance-api';

const COLUMNS: readonly SmallColumn<ReceiptRow>[] = [
  { field: 'at', kind: 'time' },
  { field: 'channel', kind: 'code', words: 'guard:channel' },
  { field: 'relation', kind: 'code', words: 'codes:relation', head: 'guard:receipts.contact' },
  { field: 'allowed', head: 'guard:receipts.answer', draw: (row) => <AnswerTag row={row} /> },
  {
    field: 'reasons',
    draw: ({ reasons }, t) => reasons.map(({ rule }) => t(`guard:rule.${rule}`)).join(', ') || '—',
  },
  {
    field: 'counters',
    kind: 'count',
    draw: ({ counters: { attemptsToday, attemptsPerDay, attemptsWeek, attemptsPerWeek } }) =>
      `${attemptsToday}/${attemptsPerDay} · ${attemptsWeek}/${attemptsPerWeek}`,
  },
  {
    field: 'policyVersion',
    kind: 'count',
    head: 'guard:receipts.policy',
    draw: ({ policyVersion, policyAbove }) =>
      [policyAbove, policyVersion || (policyAbove ? null : 'MX')].filter(Boolean).join(' · '),
  },
  { field: 'actor' },
];

export default function ReceiptsPanel({ info }: { info: CaseInfo }) {
  const { t } = useTranslation('guard');
  return (
    <>
      <p>
        <Link to={`/pressure/${info.id}`}>{t('guard:pressure.link')}</Link>
      </p>
      <EvidenceButton caseId={info.id} />
      <PrivacyWays caseId={info.id} />
      <PagedTable
        useRows={useReceiptsQuery}
        taskId={info.id}
        words="guard:receipts"
        label="guard:receipts.label"
        nothing="guard:receipts.none"
        columns={COLUMNS}
        rowKey={({ receiptId }) => receiptId}
      />
    </>
  );
}

function AnswerTag({ row }: { row: ReceiptRow }) {
  const { t } = useTranslation('guard');
  if (row.kind === 'INCOMING') return <Tag tone="info">{t('guard:receipts.incoming')}</Tag>;
  if (!row.allowed) return <Tag tone="bad">{t('guard:receipts.refused')}</Tag>;
  if (row.released) return <Tag tone="muted">{t('guard:receipts.released')}</Tag>;
  if (row.overridden) return <Tag tone="warn">{t('guard:receipts.overridden')}</Tag>;
  return (
    <Tag tone="good">{t(row.kind === 'MANUAL' ? 'guard:receipts.manual' : 'guard:receipts.allowed')}</Tag>
  );
}
