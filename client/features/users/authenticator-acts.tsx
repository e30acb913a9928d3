import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import type { UserInfo } from '../../../contract/administration/users';
import { useCurrentUserQuery } from '../../api/session-api';
import { useLanguage } from '../../i18n/use-language';
import { formatTime } from '../../lib/format';
import { Button } from '../../ui/button';
import { Tag } from '../../ui/status-tag';
import { useResetAuthenticatorMutation, useUserAccessQuery } from './users-api';

/** Whether a person signs in with a code, and the reset of a lost app, which takes two administrators. */
export function AuthenticatorActs({ user: { id, name } }: { user: UserInfo }) {
  const { t } = useTranslation(['users', 'authenticators']);
  const language = useLanguage();
  const { modal, message } = App.useApp();
  const me = useCurrentUserQuery().data?.id;
  const { data } = useUserAccessQuery(id);
  const [send, { isLoading }] = useResetAuthenticatorMutation();
  if (!data?.authenticator) return null;
  const { since, codesLeft, blocked, reset } = data.authenticator;
  const isSecond = reset !== null && !reset.mine;
  const ask = async () => {
    const title = t(isSecond ? 'users:code.ask-second' : 'users:code.ask-first', { name });
    const content = t(isSecond ? 'users:code.hint-second' : 'users:code.hint-first', { by: reset?.by });
    const words = { okText: t('users:code.reset'), cancelText: t('common:action.cancel') };
    if (!(await modal.confirm({ title, content, ...words, okButtonProps: { danger: true } }))) return;
    const answer = await send({ id });
    if (answer.data) void message.success(t(answer.data.done ? 'users:code.done' : 'users:code.waits'));
  };
  return (
    <>
      <span className="muted">
        {t('users:code.since', { since: formatTime(since, language) })}{' '}
        {t('authenticators:left', { count: codesLeft })}
      </span>
      {blocked && <Tag tone="warn">{t('users:code.blocked')}</Tag>}
      {reset && (
        <Tag tone="warn">{t('users:code.asked', { by: reset.by, at: formatTime(reset.at, language) })}</Tag>
      )}
      {id !== me && !reset?.mine && (
        <Button busy={isLoading} onClick={() => void ask()}>
          {t('users:code.reset')}
        </Button>
      )}
    </>
  );
}
