import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ROLES, SEND_CHANNELS } from '../../../contract/codes';
import { USER_FLAGS, USER_STATES, UserForm, type UserInfo } from '../../../contract/administration/users';
import { useWaitingNotice } from '../../domain/approvals/use-waiting-notice';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { useMay } from '../../api/session-api';
import type { RowAction } from '../../ui/list-page/acts';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';
import { StatusTag } from './status-tag';
import { useRelease } from '../../domain/users/use-release';
import { useStopContact } from '../../domain/stops/use-stop-contact';
import { useSetUserStatusMutation, userCalls } from './users-api';
import { newRequestId } from '../../lib/request-id';

const FILTERS: readonly Filter[] = [
  { name: 'name' },
  { name: 'username' },
  { name: 'role', kind: 'choice', choices: ROLES, words: 'codes:role' },
  { name: 'institutionId', kind: 'choice' },
  { name: 'groupId', kind: 'choice' },
  { name: 'queueId', kind: 'choice' },
  { name: 'status', kind: 'choice', choices: USER_STATES, words: 'users:status' },
  { name: 'channel', kind: 'choice', choices: SEND_CHANNELS, words: 'users:channel' },
  { name: 'flag', kind: 'choice', choices: USER_FLAGS, words: 'users:flag' },
];

const COLUMNS: readonly Column<UserInfo>[] = [
  { field: 'name', kind: 'name', width: 170, sortable: true },
  { field: 'username', width: 140, sortable: true },
  { field: 'role', kind: 'code', words: 'codes:role', width: 110 },
  { field: 'institutionName', width: 120 },
  { field: 'groupName', width: 110 },
  { field: 'queueName', width: 110 },
  { field: 'enabled', width: 96, grow: 0, draw: (row) => <StatusTag of={row} /> },
  { field: 'channels', kind: 'codes', width: 120 },
  { field: 'phones', kind: 'codes', width: 120 },
  { field: 'updatedAt', kind: 'time', width: 132, grow: 0, sortable: true },
  { field: 'updatedBy', width: 110 },
];

const PLACES = ['groupId', 'queueId'] as const;

export function Component() {
  const stop = useStopContact<UserInfo>('COLLECTOR', ({ enabled }) => enabled);
  const [set] = useSetUserStatusMutation();
  const save = userCalls.useSave();
  const placeOptions = usePlaceOptions();
  const release = useRelease();
  const withNotice = useWaitingNotice();
  const { t } = useTranslation('users');
  const mayAudit = useMay('audit:read');
  const mayManage = useMay('user:manage');
  const acts: readonly RowAction<UserInfo>[] = [
    {
      id: 'disable',
      may: 'user:manage',
      when: ({ enabled }) => enabled,
      ask: true,
      danger: true,
      many: true,
      act: ({ id, name }) => release(name, (all) => set({ userId: id, enabled: false, release: all })),
    },
    {
      id: 'enable',
      may: 'user:manage',
      when: ({ enabled }) => !enabled,
      many: true,
      act: ({ id }) => withNotice(set({ userId: id, enabled: true })),
    },
    {
      id: 'move',
      may: 'user:manage',
      many: true,
      needs: PLACES.map((name) => ({
        name,
        open: true,
        choices: placeOptions()[name].map(({ value, label }) => ({ value: String(value), label })),
      })),
      act: (row, input) => {
        const { id, version, name } = row;
        const places = PLACES.flatMap((place) => (input[place] ? [[place, Number(input[place])]] : []));
        const change = { ...UserForm.parse(row), ...Object.fromEntries(places), id, version };
        return release(name, async (all) =>
          save({ ...change, release: all, clientRequestId: newRequestId() }),
        );
      },
    },
    stop.act,
  ];
  return (
    <>
      {stop.dialog}
      <ListPage
        id="users"
        words="users"
        useRows={userCalls.useList}
        filters={FILTERS}
        options={placeOptions}
        columns={COLUMNS}
        rowId={({ id }) => String(id)}
        open={({ id }) => `/user/${id}`}
        acts={acts}
        actsRoom={140}
        primary={{ to: '/add/user', may: 'user:manage' }}
        above={() => (
          <p className="list-above">
            {mayAudit && <Link to="/users/logins">{t('users:logins')}</Link>}{' '}
            {mayManage && <Link to="/users/upload">{t('users:upload.title')}</Link>}
          </p>
        )}
      />
    </>
  );
}
