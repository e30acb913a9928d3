import './monitoring.css';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  ANOMALY_RULES,
  ANOMALY_STATES,
  type AnomalyPage,
  type AnomalyRow,
  type HandleAnomaly,
} from '../../../contract/supervision/anomalies';
import { useMay } from '../../api/session-api';
import { newRequestId } from '../../lib/request-id';
import type { RowAction } from '../../ui/list-page/acts';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';
import { evidenceOf } from './evidence';
import { useAnomaliesQuery, useAnomalyHandlersQuery, useHandleAnomalyMutation } from './anomalies-api';

const FILTERS: readonly Filter[] = [
  { name: 'status', kind: 'segments', choices: ANOMALY_STATES, words: 'anomalies:status' },
  { name: 'rule', kind: 'choice', choices: ANOMALY_RULES, words: 'anomalies:rule' },
  { name: 'username' },
  { name: 'mine', kind: 'choice', choices: ['1'], words: 'anomalies:mine' },
];

const COLUMNS: readonly Column<AnomalyRow>[] = [
  { field: 'at', kind: 'time', width: 112, grow: 0 },
  { field: 'rule', kind: 'code', words: 'anomalies:rule', width: 150 },
  { field: 'name', width: 130, draw: (row) => <Person row={row} /> },
  {
    field: 'measured',
    width: 320,
    grow: 3,
    draw: (row, t) => <Compared text={compared(row, t)} evidence={evidenceOf(row)} />,
  },
  { field: 'loanId', width: 112, draw: (row) => <Loan row={row} /> },
  { field: 'assignee', width: 120 },
  { field: 'handler', width: 120 },
  { field: 'note', width: 140 },
];

/** Anomalies of people, with the compared values, and their handling. */
export function Component() {
  const { t } = useTranslation('anomalies');
  const mayChange = useMay('monitor:manage');
  const acts = useAnomalyActs();
  return (
    <ListPage<AnomalyRow, AnomalyPage>
      id="anomalies"
      words="anomalies"
      useRows={useAnomaliesQuery}
      filters={FILTERS}
      columns={COLUMNS}
      rowId={({ id }) => String(id)}
      open={evidenceOf}
      acts={acts}
      above={({ data }) => (
        <div className="anomalies-above">
          <Link to="/dataMonitoring">{t('anomalies:feed')}</Link>
          {mayChange && <Link to="/monitor/rules">{t('anomalies:rules')}</Link>}
          {(data?.capped ?? []).map(({ rule, heldBack }) => (
            <p key={rule} className="anomalies-capped" role="note">
              {t('anomalies:capped', { rule: t(`anomalies:rule.${rule}`), count: heldBack })}
            </p>
          ))}
        </div>
      )}
    />
  );
}

function useAnomalyActs(): RowAction<AnomalyRow>[] {
  const { data: handlers = [] } = useAnomalyHandlersQuery();
  const [handle] = useHandleAnomalyMutation();
  type Rest<Act> = Act extends unknown ? Omit<Act, 'id' | 'version' | 'clientRequestId'> : never;
  const send = ({ id, version }: AnomalyRow, input: Rest<HandleAnomaly>) =>
    handle({ ...input, id, version, clientRequestId: newRequestId() } as HandleAnomaly);
  const common = {
    may: 'monitor:handle' as const,
    when: ({ own, status }: AnomalyRow) => !own && status === 'OPEN',
    about: ({ name }: AnomalyRow) => name,
  };
  const people = handlers.map(({ id, name }) => ({ value: String(id), label: name }));
  return [
    {
      ...common,
      id: 'acknowledge',
      needs: [{ name: 'note', most: 500 }],
      act: (row, { note = '' }) => send(row, { act: 'acknowledge', note }),
    },
    {
      ...common,
      id: 'assign',
      needs: [{ name: 'assigneeId', choices: people }],
      act: (row, { assigneeId }) => send(row, { act: 'assign', assigneeId: Number(assigneeId) }),
    },
    {
      ...common,
      id: 'announce',
      danger: true,
      needs: [
        { name: 'note', most: 500 },
        { name: 'amount', money: true },
      ],
      act: (row, { note = '', amount }) =>
        send(row, { act: 'announce', note, amount: Math.round(Number(amount) * 100) }),
    },
  ];
}

/** "12 numbers shown in 10 minutes; unusual from 10 on." */
function compared({ rule, measured, limit, minutes, about, ruleVersion }: AnomalyRow, t: TFunction): string {
  const values = { measured, limit, count: limit, minutes, hours: Math.round((minutes ?? 0) / 60), about };
  const version =
    ruleVersion === 0 ? t('anomalies:default') : t('anomalies:version', { version: ruleVersion });
  return `${t(`anomalies:compared.${rule}`, values)} ${version}`;
}

function Compared({ text, evidence }: { text: string; evidence: string }) {
  return (
    <Link to={evidence} title={text}>
      {text}
    </Link>
  );
}

function Person({ row: { name, username } }: { row: AnomalyRow }) {
  return <Link to={`/dataMonitoring?username=${encodeURIComponent(username)}`}>{name}</Link>;
}

function Loan({ row: { taskId, loanId } }: { row: AnomalyRow }) {
  if (taskId === null || loanId === null) return <span className="muted">—</span>;
  return <Link to={`/task/${taskId}/${encodeURIComponent(loanId)}`}>{loanId}</Link>;
}
