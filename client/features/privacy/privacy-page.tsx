import type { TFunction } from 'i18next';
import { PRIVACY_STATES, type PrivacyRow, type PrivacyState } from '../../../contract/contact/privacy';
import { useLanguage } from '../../i18n/use-language';
import { formatDay } from '../../lib/format';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { newRequestId } from '../../lib/request-id';
import { Time } from '../../ui/dates/time';
import type { RowAction } from '../../ui/list-page/acts';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';
import type { Tone } from '../../ui/status-tag';
import {
  useAskErasureMutation,
  useDecideErasureMutation,
  useLiftBlockMutation,
  usePrivacyBlocksQuery,
} from './privacy-api';

const TONES: Record<PrivacyState, Tone> = {
  BLOCKED: 'warn',
  ASKED: 'warn',
  ERASING: 'warn',
  ERASED: 'good',
  LIFTED: 'muted',
};

const FILTERS: readonly Filter[] = [
  { name: 'status', kind: 'choice', choices: PRIVACY_STATES, words: 'privacy:status' },
  { name: 'institutionId', kind: 'choice' },
];

const COLUMNS: readonly Column<PrivacyRow>[] = [
  { field: 'loanId', kind: 'name', width: 110 },
  {
    field: 'status',
    kind: 'code',
    words: 'privacy:status',
    tone: ({ status }) => TONES[status],
    width: 110,
    grow: 0,
  },
  { field: 'receivedOn', kind: 'day', width: 112, grow: 0 },
  { field: 'dueOn', kind: 'day', width: 112, grow: 0 },
  { field: 'reason', width: 110 },
  {
    field: 'against',
    width: 150,
    lines: true,
    draw: (row, t) => <Against row={row} t={t} />,
  },
  {
    field: 'blockedBy',
    width: 120,
    lines: true,
    draw: ({ blockedBy, blockedAt }) => (
      <span>
        {blockedBy} <Time value={blockedAt} />
      </span>
    ),
  },
  { field: 'answer', width: 90 },
];

function Against({ row: { against, erasableOn }, t }: { row: PrivacyRow; t: TFunction }) {
  const day = formatDay(erasableOn, useLanguage());
  if (against.length === 0) return <span className="muted">—</span>;
  return <span>{against.map((each) => t(`privacy:against.${each}`, { day })).join(', ')}</span>;
}

/** Borrowers who want to be left alone: what is due first stands first. */
export function Component() {
  return (
    <ListPage
      id="privacy"
      words="privacy"
      useRows={usePrivacyBlocksQuery}
      filters={FILTERS}
      options={usePlaceOptions()}
      columns={COLUMNS}
      rowId={({ id }) => String(id)}
      acts={useActs()}
    />
  );
}

function useActs(): RowAction<PrivacyRow>[] {
  const [lift] = useLiftBlockMutation();
  const [ask] = useAskErasureMutation();
  const [decide] = useDecideErasureMutation();
  const facts = ({ id, version }: PrivacyRow) => ({ id, version, clientRequestId: newRequestId() });
  const answered = {
    may: 'approval:decide',
    about: ({ loanId, askedBy, reason }: PrivacyRow) => [loanId, askedBy, reason].filter(Boolean).join(' · '),
    needs: [{ name: 'answer', most: 200 }],
  } as const;
  const deciding = {
    ...answered,
    when: ({ status, mine }: PrivacyRow) => status === 'ASKED' && !mine,
  };
  return [
    {
      ...{ id: 'ask', may: 'approval:decide', ask: true },
      when: ({ status, against }) => status === 'BLOCKED' && against.length === 0,
      act: (row) => ask(facts(row)),
    },
    {
      ...{ ...answered, id: 'lift' },
      when: ({ status, mine }) => status === 'BLOCKED' && !mine,
      act: (row, { answer = '' }) => lift({ ...facts(row), answer }),
    },
    {
      ...{ ...deciding, id: 'approve', danger: true },
      act: (row, { answer = '' }) => decide({ ...facts(row), approve: true, answer }),
    },
    {
      ...{ ...deciding, id: 'refuse' },
      act: (row, { answer = '' }) => decide({ ...facts(row), approve: false, answer }),
    },
  ];
}
