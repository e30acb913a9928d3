import './guard.css';
import { useState } from 'react';
import type { CaseInfo } from '../../../contract/cases';
import type { ReceiptRow } from '../../../contract/guard';
import { useWords, type Words } from '../../i18n/use-words';
import { type SmallColumn, PagedTable } from '../../ui/small-table';
import { Tag } from '../../ui/status-tag';
import { Time } from '../../ui/time';
import { useReceiptsQuery } from './guard-api';

/** Every contact with this borrower that was asked for, and why it was allowed or refused then. */
export default function ReceiptsPanel({ info }: { info: CaseInfo }) {
  const { t } = useWords('guard', 'codes');
  const [page, setPage] = useState(1);
  const answer = useReceiptsQuery({ taskId: info.id, page });
  return (
    <PagedTable
      answer={answer}
      page={page}
      onPage={setPage}
      nothing={t('guard:receipts.none')}
      label={t('guard:receipts.label')}
      columns={columnsOf(t)}
      rowKey={({ receiptId }) => receiptId}
    />
  );
}

function columnsOf(t: Words): SmallColumn<ReceiptRow>[] {
  return [
    { key: 'at', label: t('guard:receipts.at'), draw: ({ at }) => <Time value={at} /> },
    {
      key: 'channel',
      label: t('guard:receipts.channel'),
      draw: ({ channel }) => t(`guard:channel.${channel}`),
    },
    {
      key: 'relation',
      label: t('guard:receipts.contact'),
      draw: ({ relation }) => (relation ? t(`codes:relation.${relation}`) : '—'),
    },
    { key: 'answer', label: t('guard:receipts.answer'), draw: (row) => <AnswerTag row={row} /> },
    {
      key: 'reasons',
      label: t('guard:receipts.reasons'),
      draw: ({ reasons }) => reasons.map(({ rule }) => t(`guard:rule.${rule}`)).join(', ') || '—',
    },
    {
      key: 'counters',
      label: t('guard:receipts.counters'),
      figure: true,
      draw: ({ counters: { attemptsToday, attemptsPerDay, attemptsWeek, attemptsPerWeek } }) =>
        `${attemptsToday}/${attemptsPerDay} · ${attemptsWeek}/${attemptsPerWeek}`,
    },
    {
      key: 'policy',
      label: t('guard:receipts.policy'),
      figure: true,
      draw: ({ policyVersion }) => (policyVersion === 0 ? 'MX' : policyVersion),
    },
    { key: 'actor', label: t('guard:receipts.actor'), draw: ({ actor }) => actor ?? '—' },
  ];
}

function AnswerTag({ row }: { row: ReceiptRow }) {
  const { t } = useWords('guard');
  if (row.kind === 'INCOMING') return <Tag tone="info">{t('guard:receipts.incoming')}</Tag>;
  if (!row.allowed) return <Tag tone="bad">{t('guard:receipts.refused')}</Tag>;
  if (row.released) return <Tag tone="quiet">{t('guard:receipts.released')}</Tag>;
  return (
    <Tag tone="good">{t(row.kind === 'MANUAL' ? 'guard:receipts.manual' : 'guard:receipts.allowed')}</Tag>
  );
}
