import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ActivationCode, UserInfo } from '../../../contract/administration/users';
import { useCurrentUserQuery, useMay } from '../../api/session-api';
import { useLanguage } from '../../i18n/use-language';
import { formatTime } from '../../lib/format';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { PortraitInput } from '../../ui/entity-form/portrait-input';
import { AccessActs } from './access-acts';
import { AuthenticatorActs } from './authenticator-acts';
import { IdentityActs } from './identity-acts';
import { StandingAct } from './standing-act';
import { StatusTag } from './status-tag';
import { useInviteMutation, useResetPasswordMutation, useSetUserPictureMutation } from './users-api';

/** Acts on an account beside its form, and at once: the picture, another password. */
export function UserActs({ user }: { user: UserInfo }) {
  const { id, name, picture } = user;
  const [set] = useSetUserPictureMutation();
  if (!useMay('user:manage'))
    return (
      <>
        {picture && <img className="portrait" src={picture} alt={name} />}
        <StatusTag of={user} />
      </>
    );
  return (
    <>
      <PortraitInput label={name} picture={picture} send={(base64Image) => set({ id, base64Image })} />
      <IdentityActs user={user} />
      <AccessActs user={user} />
      <AuthenticatorActs user={user} />
      <PasswordReset user={user} />
      <Invite user={user} />
      <StandingAct user={user} />
      <StatusTag of={user} />
    </>
  );
}

function PasswordReset({ user: { id, name } }: { user: UserInfo }) {
  const { t } = useTranslation('users');
  const { modal } = App.useApp();
  const [reset, { isLoading }] = useResetPasswordMutation();
  const ask = async () => {
    const title = t('users:reset.ask', { name });
    const words = { okText: t('users:reset.act'), cancelText: t('common:action.cancel') };
    if (!(await modal.confirm({ title, ...words, okButtonProps: { danger: true } }))) return;
    const { data } = await reset(id);
    if (!data) return; // The refusal was toasted.
    const content = <Code {...data} name={name} />;
    modal.info({ title: t('users:reset.title', { name }), content, okText: t('common:action.close') });
  };
  return (
    <Button busy={isLoading} onClick={() => void ask()}>
      {t('users:reset.act')}
    </Button>
  );
}

/** A link by mail, where the person has an address and the site sends mail. The password of before stays until another one is chosen. */
function Invite({ user: { id, email, enabled } }: { user: UserInfo }) {
  const { t } = useTranslation('users');
  const { message } = App.useApp();
  const { data: me } = useCurrentUserQuery();
  const [invite, { isLoading }] = useInviteMutation();
  if (email === null || !enabled || me?.site.providers.mail === 'OFF') return null;
  const send = async () => {
    const { error } = await invite(id);
    const isSimulated = me?.site.providers.mail === 'SIMULATED';
    if (!error) void message.success(t(isSimulated ? 'users:invite.simulated' : 'users:invite.done'));
  };
  return (
    <Button busy={isLoading} onClick={() => void send()}>
      {t('users:invite.act')}
    </Button>
  );
}

function Code({ code, expiresAt, name }: ActivationCode & { name: string }) {
  const { t } = useTranslation('users');
  const language = useLanguage();
  return (
    <>
      <p className="figure">
        <strong>{code}</strong> <CopyButton text={code} what={t('users:reset.code')} />
      </p>
      <p className="muted">{t('users:reset.hint', { name, until: formatTime(expiresAt, language) })}</p>
    </>
  );
}
