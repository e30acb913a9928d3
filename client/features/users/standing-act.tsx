import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import type { UserInfo } from '../../../contract/administration/users';
import { useCurrentUserQuery } from '../../api/session-api';
import { useWaitingNotice } from '../../domain/approvals/use-waiting-notice';
import { useRelease } from '../../domain/users/use-release';
import { Button } from '../../ui/button';
import { useSetUserStatusMutation } from './users-api';

/** Disables a person after a question that names them, or enables them. Nobody does it to themselves. */
export function StandingAct({ user: { id, name, enabled } }: { user: UserInfo }) {
  const { t } = useTranslation('users');
  const { modal } = App.useApp();
  const me = useCurrentUserQuery().data?.id;
  const [set, { isLoading }] = useSetUserStatusMutation();
  const release = useRelease();
  const withNotice = useWaitingNotice();
  if (id === me) return null;
  const disable = async () => {
    const title = t('users:standing.ask', { name });
    const words = { okText: t('common:act.disable'), cancelText: t('common:action.cancel') };
    if (!(await modal.confirm({ title, ...words, okButtonProps: { danger: true } }))) return;
    await release(name, (all) => set({ userId: id, enabled: false, release: all }));
  };
  return enabled ? (
    <Button danger busy={isLoading} onClick={() => void disable()}>
      {t('common:act.disable')}
    </Button>
  ) : (
    <Button busy={isLoading} onClick={() => void withNotice(set({ userId: id, enabled: true }))}>
      {t('common:act.enable')}
    </Button>
  );
}
