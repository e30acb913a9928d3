import {
  APPROVAL_KINDS,
  APPROVAL_STATES,
  type ApprovalKind,
  type ApprovalRow,
  type ApprovalState,
} from '../../../contract/administration/approvals';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { newRequestId } from '../../lib/request-id';
import type { RowAction } from '../../ui/list-page/acts';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';
import type { Tone } from '../../ui/status-tag';
import { Time } from '../../ui/dates/time';
import {
  useApprovalsQuery,
  useDecideApprovalMutation,
  useEndApprovalMutation,
} from '../../domain/approvals/approvals-api';

const TONES: Record<ApprovalState, Tone> = {
  WAITING: 'warn',
  APPROVED: 'good',
  DONE: 'good',
  REFUSED: 'bad',
  ENDED: 'muted',
};

const FILTERS: readonly Filter[] = [
  { name: 'status', kind: 'choice', choices: APPROVAL_STATES, words: 'approvals:status' },
  { name: 'kind', kind: 'choice', choices: APPROVAL_KINDS, words: 'approvals:kind' },
  { name: 'institutionId', kind: 'choice' },
];

const COLUMNS: readonly Column<ApprovalRow>[] = [
  {
    field: 'kind',
    kind: 'code',
    words: 'approvals:kind',
    width: 140,
    grow: 2,
    lines: true,
    draw: (row) => <Kind row={row} />,
  },
  { field: 'institutionName', width: 100 },
  {
    field: 'status',
    kind: 'code',
    words: 'approvals:status',
    tone: ({ status }) => TONES[status],
    width: 100,
    grow: 0,
  },
  { field: 'reason', width: 120 },
  {
    field: 'requestedBy',
    width: 130,
    lines: true,
    draw: ({ requestedBy, requestedAt }) => <Doing by={requestedBy} at={requestedAt} />,
  },
  { field: 'answer', width: 80 },
  {
    field: 'decidedBy',
    width: 130,
    lines: true,
    draw: ({ decidedBy, decidedAt }) => <Doing by={decidedBy} at={decidedAt} />,
  },
  { field: 'endedBy', width: 90 },
];

/** Pages that show what a change changes; the settings' show the viewer's own institution alone. */
const PLACES: { [Kind in ApprovalKind]?: (row: ApprovalRow) => string } = {
  POLICY_LOOSE: ({ institutionId }) => `/settings/contactPolicy?institutionId=${institutionId}`,
  NUMBERS_MORE: () => '/system/config',
  LIMITS_MORE: () => '/system',
  ADMIN_ENABLE: ({ subjectId }) => `/user/${subjectId}`,
  RIGHTS_MORE: ({ institutionId }) => `/institutionalManagement/permissions?institutionId=${institutionId}`,
  TEMPLATE_ACTIVE: ({ subjectId }) => `/template/${subjectId}`,
};
/** Changes that are too long for a line: they are approved on that page alone. */
const READ_THERE: readonly ApprovalKind[] = ['POLICY_LOOSE', 'RIGHTS_MORE', 'TEMPLATE_ACTIVE'];

/** Links a change to the page that shows what it changes. */
function Kind({ row }: { row: ApprovalRow }) {
  const { t } = useTranslation('approvals');
  const { kind, subject } = row;
  const word = [t(`approvals:kind.${kind}`), subject].filter(Boolean).join(': ');
  const at = PLACES[kind]?.(row);
  return at ? <Link to={at}>{word}</Link> : <span>{word}</span>;
}

/** Person and time in one column, so that a narrow screen shows every one. */
function Doing({ by, at }: { by: string | null; at: string | null }) {
  if (by === null) return <span className="muted">—</span>;
  return (
    <span>
      {by} {at && <Time value={at} />}
    </span>
  );
}

/** Names who asks, and each value that a setting has and would have. */
function About({ row: { institutionName, subject, requestedBy, reason, changes } }: { row: ApprovalRow }) {
  const { t } = useTranslation(['settings', 'codes']);
  const textOf = (value: unknown) =>
    Array.isArray(value)
      ? value.map((role) => t(`codes:role.${String(role)}`)).join(', ') || '—'
      : String(value);
  return (
    <>
      {[subject, institutionName, requestedBy, reason].filter(Boolean).join(' · ')}
      {Object.entries(changes ?? {}).map(([field, change]) => (
        <span key={field}>
          {' · '}
          {t(`settings:field.${field}`)}: {change !== 'secret' && textOf(change.before)} →{' '}
          {change !== 'secret' && textOf(change.after)}
        </span>
      ))}
    </>
  );
}

/** Requests of one administrator that another one decides. */
export function Component() {
  const [decide] = useDecideApprovalMutation();
  const [end] = useEndApprovalMutation();
  const facts = ({ id, version }: ApprovalRow) => ({ id, version, clientRequestId: newRequestId() });
  const deciding = {
    may: 'approval:decide',
    when: ({ status, mine }: ApprovalRow) => status === 'WAITING' && !mine,
    about: (row: ApprovalRow) => <About row={row} />,
    needs: [{ name: 'answer', most: 200 }],
  } as const;
  const acts: RowAction<ApprovalRow>[] = [
    {
      ...deciding,
      id: 'approve',
      when: (row) => deciding.when(row) && !READ_THERE.includes(row.kind),
      act: (row, { answer = '' }) => decide({ ...facts(row), approve: true, answer }),
    },
    {
      ...deciding,
      id: 'refuse',
      danger: true,
      act: (row, { answer = '' }) => decide({ ...facts(row), approve: false, answer }),
    },
    {
      id: 'end',
      may: 'approval:decide',
      when: ({ status, mine }) => status === 'APPROVED' || (status === 'WAITING' && mine),
      ask: true,
      danger: true,
      act: (row) => end(facts(row)),
    },
  ];
  return (
    <ListPage
      id="approvals"
      words="approvals"
      useRows={useApprovalsQuery}
      filters={FILTERS}
      options={usePlaceOptions()}
      columns={COLUMNS}
      rowId={({ id }) => String(id)}
      acts={acts}
      primary={{ to: '/add/approval', may: 'approval:decide' }}
    />
  );
}
