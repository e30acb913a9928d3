import { useTranslation } from 'react-i18next';
import { LOGIN_RESULTS, LOGIN_STATES, type LoginLog } from '../../../contract/administration/users';
import type { Call } from '../../api/http';
import { businessDay } from '../../../contract/shared/date';
import { useNow } from '../../state/clock';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter, ListQuery } from '../../ui/list-page/list-query';
import { useLoginLogsQuery } from './users-api';

const FILTERS: readonly Filter[] = [
  { name: 'username' },
  { name: 'address' },
  { name: 'state', kind: 'choice', choices: LOGIN_STATES, words: 'logins:state' },
  { name: 'result', kind: 'choice', choices: LOGIN_RESULTS, words: 'logins:result' },
  { name: 'from', kind: 'day' },
  { name: 'to', kind: 'day' },
];

const exportCall = ({ page: _, size: __, ...params }: ListQuery): Call => ({
  path: 'manage/user/loginLogs/export',
  params,
});

const isGood = ({ result }: LoginLog) => result === 'SUCCESS' || result === 'CHANGED';

const COLUMNS: readonly Column<LoginLog>[] = [
  { field: 'at', kind: 'time', width: 150, grow: 0, sortable: true },
  { field: 'name', kind: 'name', width: 190, draw: (row) => <Who row={row} /> },
  { field: 'username', width: 150 },
  {
    field: 'result',
    kind: 'code',
    words: 'logins:result',
    width: 150,
    tone: (row) => (isGood(row) ? 'good' : 'bad'),
  },
  { field: 'successes', kind: 'count', width: 90 },
  { field: 'abnormal', kind: 'count', width: 90 },
  { field: 'address', width: 130 },
  { field: 'gps', width: 140 },
  { field: 'method', kind: 'code', words: 'logins:method', width: 130 },
  { field: 'liveness', kind: 'code', words: 'logins:liveness', width: 100 },
  { field: 'liveChecks', kind: 'count', width: 90 },
  { field: 'faceChecks', kind: 'count', width: 90 },
  { field: 'device', width: 140 },
  { field: 'userAgent', width: 180 },
];

/** Sign-ins and attempts, with address and way. */
export function Component() {
  const { t } = useTranslation(['logins', 'users']);
  const today = businessDay(new Date(useNow(null)));
  return (
    <ListPage
      id="logins"
      words="logins"
      back={{ to: '/users', label: t('users:list.title') }}
      useRows={useLoginLogsQuery}
      filters={FILTERS}
      columns={COLUMNS}
      rowId={({ id }) => String(id)}
      open={({ userId }) => `/user/${userId}`}
      exported={{ call: exportCall, file: () => `sign-ins-${today}.csv`, may: 'audit:export' }}
    />
  );
}

function Who({ row: { name, picture, userId } }: { row: LoginLog }) {
  return (
    <a className="login-who" href={`#/user/${userId}`}>
      {picture && <img className="login-face" src={picture} alt="" />}
      {name}
    </a>
  );
}
