import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ROLES, type Role } from '../../../contract/codes';
import { USER_STATES, type UserInfo } from '../../../contract/administration/users';
import { useWaitingNotice } from '../../domain/approvals/use-waiting-notice';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { GenericSelect } from '../../ui/generic-select';
import { useReturnFocus } from '../../ui/layers/use-return-focus';
import type { RowAction } from '../../ui/list-page/acts';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';
import { useRelease } from '../../domain/users/use-release';
import { isCallError } from '../../ui/states';
import { StatusTag } from './status-tag';
import { useAccountsQuery, useAlterAccountMutation } from './users-api';

const FILTERS: readonly Filter[] = [
  { name: 'institutionId', kind: 'choice' },
  { name: 'role', kind: 'choice', choices: ROLES, words: 'codes:role' },
  { name: 'status', kind: 'choice', choices: USER_STATES, words: 'users:status' },
  { name: 'name' },
  { name: 'username' },
];

const COLUMNS: readonly Column<UserInfo>[] = [
  { field: 'name', kind: 'name', width: 140, sortable: true },
  { field: 'username', width: 134, sortable: true },
  { field: 'institutionName', width: 110 },
  { field: 'role', kind: 'code', words: 'codes:role', width: 105 },
  { field: 'enabled', width: 92, grow: 0, draw: (row) => <StatusTag of={row} /> },
  { field: 'updatedAt', kind: 'time', width: 140, grow: 0, sortable: true },
  { field: 'updatedBy', width: 90 },
];

/** The accounts of the institutions: who may sign in, and as what. */
export function Component() {
  const { t } = useTranslation('users');
  const [alter] = useAlterAccountMutation();
  const release = useRelease();
  const withNotice = useWaitingNotice();
  const [leaving, setLeaving] = useState<UserInfo | null>(null);
  const acts: readonly RowAction<UserInfo>[] = [
    {
      id: 'disable',
      may: 'user:manage',
      when: ({ enabled }) => enabled,
      ask: true,
      danger: true,
      many: true,
      act: ({ id, name }) => release(name, (all) => alter({ id, enabled: false, release: all })),
    },
    {
      id: 'enable',
      may: 'user:manage',
      when: ({ enabled }) => !enabled,
      many: true,
      act: ({ id }) => withNotice(alter({ id, enabled: true })),
    },
    { id: 'role', may: 'user:manage', opens: ([user]) => setLeaving(user ?? null) },
  ];
  return (
    <>
      <ListPage
        id="accounts"
        words="users"
        title={t('users:accounts')}
        useRows={useAccountsQuery}
        filters={FILTERS}
        options={usePlaceOptions()}
        columns={COLUMNS}
        rowId={({ id }) => String(id)}
        open={({ id }) => `/user/${id}`}
        acts={acts}
        primary={{ to: '/add/user', may: 'user:manage' }}
      />
      {leaving && <RoleDialog user={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

function RoleDialog({ user, onClose }: { user: UserInfo; onClose: () => void }) {
  const { id, name, version } = user;
  const { t } = useTranslation(['users', 'codes', 'forms']);
  useReturnFocus();
  const [alter, { isLoading }] = useAlterAccountMutation();
  const release = useRelease();
  const withNotice = useWaitingNotice();
  const [role, setRole] = useState<Role>(user.role);
  const [refusal, setRefusal] = useState<string | null>(null);
  const save = async () => {
    const { error } = await release(name, (all) => withNotice(alter({ id, role, version, release: all })));
    if (!error) onClose();
    else if (isCallError(error)) setRefusal(error.fields[0]?.message ?? error.message);
  };
  return (
    <Modal
      open
      width={400}
      title={t('users:role.title', { name })}
      okText={t('forms:save')}
      cancelText={t('common:action.cancel')}
      confirmLoading={isLoading}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <GenericSelect<Role>
        label={t('users:field.role')}
        choices={ROLES.map((value) => ({ value, label: t(`codes:role.${value}`) }))}
        value={role}
        clearable={false}
        onChange={(next) => setRole(next ?? user.role)}
      />
      <p role="alert">{refusal}</p>
    </Modal>
  );
}
