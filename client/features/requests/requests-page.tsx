import './requests.css';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import {
  REQUEST_KINDS,
  REQUEST_STATES,
  type RequestKind,
  type RequestPage,
  type RequestRow,
} from '../../../contract/cases/requests';
import { newRequestId } from '../../lib/request-id';
import { MINUTE_MS, useNow } from '../../state/clock';
import type { RowAction } from '../../ui/list-page/acts';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';
import { Money } from '../../ui/money';
import { Tag } from '../../ui/status-tag';
import { Age, Day, Time, TimeLeft } from '../../ui/dates/time';
import { useDecideRequestMutation, useRequestsQuery } from './requests-api';

const FILTERS: readonly Filter[] = [
  { name: 'state', kind: 'segments', choices: REQUEST_STATES, words: 'requests:state' },
  { name: 'kind', kind: 'choice', choices: REQUEST_KINDS, words: 'requests:kind' },
];

const COLUMNS: readonly Column<RequestRow>[] = [
  { field: 'borrowerName', kind: 'name', width: 168 },
  { field: 'kind', kind: 'code', words: 'requests:kind', width: 142 },
  { field: 'rules', width: 150, draw: (row) => <Wish request={row} /> },
  {
    field: 'openedAt',
    width: 94,
    grow: 0,
    draw: ({ openedAt, decidedAt }) => <Age since={openedAt} until={decidedAt} />,
  },
];
/** Columns of a waiting request, and of a decided one. */
const OF_OPEN: readonly Column<RequestRow>[] = [
  ...COLUMNS,
  { field: 'decideBy', width: 100, grow: 0, draw: (row) => <DecideBy request={row} /> },
  { field: 'collector', width: 100 },
  { field: 'note', width: 114, grow: 3 },
];
const OF_DECIDED: readonly Column<RequestRow>[] = [
  ...COLUMNS,
  { field: 'loanId', width: 114 },
  { field: 'collector', width: 110 },
  { field: 'note', width: 90, grow: 2 },
  { field: 'decidedBy', width: 110 },
  { field: 'reason', width: 88, grow: 2 },
];

const UNTIL = [{ name: 'until', moment: true, open: true }] as const;

export function Component() {
  const [decide] = useDecideRequestMutation();
  const [search] = useSearchParams();
  const isDecided = ['GRANTED', 'REFUSED'].includes(search.get('state') ?? '');
  const answer = (id: string, grant: boolean, kinds: readonly RequestKind[]): RowAction<RequestRow> => ({
    id,
    may: 'request:decide',
    when: ({ state, kind }) => state === 'OPEN' && kinds.includes(kind),
    danger: id === 'hold' || id === 'close',
    about: (row) => <WholeRequest request={row} />,
    needs: [...(id === 'hold' ? UNTIL : []), { name: 'reason', most: 300 }],
    act: ({ id: requestId, version }, { reason = '', until }) =>
      decide({ requestId, version, grant, reason, until, clientRequestId: newRequestId() }),
  });
  const acts = [
    answer('hold', true, ['HOLD']),
    answer('close', true, ['FRAUD']),
    answer('promise', true, ['PROMISE']),
    answer('override', true, ['OVERRIDE']),
    answer('number', true, ['NUMBER']),
    answer('refuse', false, REQUEST_KINDS),
  ];
  return (
    <ListPage<RequestRow, RequestPage>
      id={isDecided ? 'requests-decided' : 'requests'}
      words="requests"
      useRows={useRequestsQuery}
      filters={FILTERS}
      columns={isDecided ? OF_DECIDED : OF_OPEN}
      rowId={({ id }) => String(id)}
      open={({ taskId, loanId }) => `/task/${taskId}/${encodeURIComponent(loanId)}`}
      acts={isDecided ? [] : acts}
      above={({ data }) => data && data.overdue > 0 && <Overdue count={data.overdue} />}
    />
  );
}

function Overdue({ count }: { count: number }) {
  const { t } = useTranslation('requests');
  return (
    <p className="requests-overdue" role="status">
      {t('requests:overdue', { count })}
    </p>
  );
}

function DecideBy({ request: { decideBy } }: { request: RequestRow }) {
  const { t } = useTranslation('requests');
  if (Date.parse(decideBy) > useNow(MINUTE_MS)) return <TimeLeft until={decideBy} />;
  return <Tag tone="bad">{t('requests:late')}</Tag>;
}

/** A request as who decides it has to see it: what is wished for, why, and what stands against contact already. */
function WholeRequest({ request }: { request: RequestRow }) {
  const { t } = useTranslation('guard');
  const { loanId, collector, note, holds, promiseDate, number, rules } = request;
  return (
    <>
      · {loanId}
      {(promiseDate || number || rules.length > 0) && (
        <p>
          <Wish request={request} />
        </p>
      )}
      <p>
        {collector}: {note}
      </p>
      {holds.map((kind) => (
        <Tag key={kind} tone="warn">
          {t('guard:rule.hold')}: {t(`guard:kind.${kind}`)}
        </Tag>
      ))}
    </>
  );
}

/** Content of a request besides its kind; for a hold its end. */
function Wish({ request }: { request: RequestRow }) {
  const { state, amount, promiseDate, rules, holdUntil, number } = request;
  const { t } = useTranslation(['guard', 'requests']);
  const now = useNow(MINUTE_MS);
  if (holdUntil && Date.parse(holdUntil) > now)
    return (
      <>
        {t('requests:until')} <Time value={holdUntil} />
      </>
    );
  if (holdUntil && state === 'OPEN') return <Tag tone="warn">{t('requests:held-no-more')}</Tag>;
  if (promiseDate)
    return (
      <>
        <Money value={amount} /> · <Day value={promiseDate} short />
      </>
    );
  if (number) return <>{number}</>;
  const text = rules.map((rule) => t(`guard:rule.${rule}`)).join(', ');
  return text ? <span title={text}>{text}</span> : <span className="muted">—</span>;
}
