import { App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CHECK_KINDS } from '../../../contract/liveness';
import type { UserInfo } from '../../../contract/administration/users';
import { useMay } from '../../api/session-api';
import { newRequestId } from '../../lib/request-id';
import { Button } from '../../ui/button';
import { ActionDialog } from '../../ui/list-page/action-dialog';
import { useAddChecksMutation, useBindIdCardMutation } from './users-api';

/** How a person is known at sign-in besides by the password: the bound ID number, the face checks left, what was tried. */
export function IdentityActs({ user }: { user: UserInfo }) {
  const { id, version, name, username, idCardBound } = user;
  const { t } = useTranslation('users');
  const { modal } = App.useApp();
  const [opened, setOpened] = useState<((typeof CHECK_KINDS)[number] | 'CARD') | null>(null);
  const [requestId, setRequestId] = useState('');
  const [addChecks] = useAddChecksMutation();
  const [bind] = useBindIdCardMutation();
  const mayAudit = useMay('audit:read');
  const left = { LIVE: user.liveChecks, FACE: user.faceChecks };
  const open = (what: typeof opened) => {
    setRequestId(newRequestId());
    setOpened(what);
  };
  const unbind = async () => {
    const words = { okText: t('users:card.remove'), cancelText: t('common:action.cancel') };
    const title = t('users:card.ask', { name });
    if (await modal.confirm({ title, ...words, okButtonProps: { danger: true } }))
      await bind({ id, version, idCard: null });
  };
  return (
    <>
      {mayAudit && (
        <Link to={`/users/logins?username=${encodeURIComponent(username)}`}>{t('users:logins')}</Link>
      )}
      {CHECK_KINDS.map((kind) => (
        <Button key={kind} onClick={() => open(kind)}>
          {t(`users:checks.${kind}`)} {left[kind]}
        </Button>
      ))}
      <Button onClick={() => (idCardBound ? void unbind() : open('CARD'))}>
        {t(idCardBound ? 'users:card.remove' : 'users:card.bind')}
      </Button>
      {opened === 'CARD' && (
        <ActionDialog
          title={t('users:card.title', { name })}
          label={t('users:card.bind')}
          danger={false}
          words="users"
          needs={[{ name: 'idCard', most: 32 }]}
          about={t('users:card.hint')}
          submit={async ({ idCard = '' }) => (await bind({ id, version, idCard })).error}
          onClose={() => setOpened(null)}
        />
      )}
      {opened && opened !== 'CARD' && (
        <ActionDialog
          title={t('users:checks.title', { name })}
          label={t('users:checks.add')}
          danger={false}
          words="users"
          needs={[{ name: 'count', most: 3 }]}
          about={`${t(`users:checks.${opened}`)}: ${left[opened]}`}
          submit={async ({ count }) =>
            (await addChecks({ id, kind: opened, count: Number(count), clientRequestId: requestId })).error
          }
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
