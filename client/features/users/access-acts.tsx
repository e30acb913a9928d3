import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import type { UserInfo } from '../../../contract/administration/users';
import { useCurrentUserQuery } from '../../api/session-api';
import { useLanguage } from '../../i18n/use-language';
import { formatTime } from '../../lib/format';
import { Button } from '../../ui/button';
import { Tag } from '../../ui/status-tag';
import { useEndSessionMutation, useUnlockMutation, useUserAccessQuery } from './users-api';

/** Time after which it is asked again: a sign-in is not pushed. */
const AGAIN_MS = 30_000;

/** Whether a person is signed in or locked out, and the end of either. */
export function AccessActs({ user: { id, name } }: { user: UserInfo }) {
  const { t } = useTranslation('users');
  const language = useLanguage();
  const { modal } = App.useApp();
  const me = useCurrentUserQuery().data?.id;
  const { data } = useUserAccessQuery(id, { pollingInterval: AGAIN_MS, skipPollingIfUnfocused: true });
  const [end, { isLoading: isEnding }] = useEndSessionMutation();
  const [unlock, { isLoading: isUnlocking }] = useUnlockMutation();
  if (!data) return null;
  const { session, lockedUntil, authenticator } = data;
  const isLocked = lockedUntil !== null || authenticator?.blocked === true;
  const ask = async () => {
    const words = { okText: t('users:access.end'), cancelText: t('common:action.cancel') };
    const title = t('users:access.ask', { name });
    if (await modal.confirm({ title, ...words, okButtonProps: { danger: true } })) await end({ id });
  };
  return (
    <>
      {session && (
        <span className="muted">
          {t(session.address ? 'users:access.since-from' : 'users:access.since', {
            since: formatTime(session.since, language),
            address: session.address,
          })}
        </span>
      )}
      {session && id !== me && (
        <Button busy={isEnding} onClick={() => void ask()}>
          {t('users:access.end')}
        </Button>
      )}
      {lockedUntil && (
        <Tag tone="warn">{t('users:access.locked', { until: formatTime(lockedUntil, language) })}</Tag>
      )}
      {isLocked && id !== me && (
        <Button busy={isUnlocking} onClick={() => void unlock({ id })}>
          {t('users:access.unlock')}
        </Button>
      )}
    </>
  );
}
