import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import type { GrantEffect, GrantsWish } from '../../../contract/administration/grants';
import { usePreviewGrantsMutation } from './grants-api';
import { useGrantWords } from './use-grant-words';

/** Before rights are saved: who would lose and gain what, role by role, by count and names. @returns whether it is agreed to */
export function useAskAboutLosses(): (wishes: readonly GrantsWish[]) => Promise<boolean> {
  const { t } = useTranslation(['grants', 'codes']);
  const { modal } = App.useApp();
  const [preview] = usePreviewGrantsMutation();
  return async (wishes) => {
    const answers = await Promise.all(wishes.map((wish) => preview(wish)));
    const previews = answers.flatMap(({ data }, at) => (data ? [{ ...data, role: wishes[at]!.role }] : []));
    if (previews.length < wishes.length) return false; // The refusal was toasted.
    const felt = previews.filter(({ lost, gained }) => lost.length + gained.length > 0);
    if (felt.length === 0) return true;
    return modal.confirm({
      width: 560,
      title: t('grants:effects.title', { count: Math.max(...felt.map(({ institutions }) => institutions)) }),
      content: felt.map(({ role, lost, gained }) => (
        <section key={role} className="grants-effects" aria-label={t(`codes:role.${role}`)}>
          <h3>{t(`codes:role.${role}`)}</h3>
          <Effects title={t('grants:effects.lost')} effects={lost} />
          <Effects title={t('grants:effects.gained')} effects={gained} />
        </section>
      )),
      okText: t('grants:effects.act'),
      okButtonProps: { danger: felt.some(({ lost }) => lost.length > 0) },
      cancelText: t('common:action.cancel'),
    });
  };
}

function Effects({ title, effects }: { title: string; effects: readonly GrantEffect[] }) {
  const { t } = useTranslation('grants');
  const wordOf = useGrantWords();
  if (effects.length === 0) return null;
  return (
    <section aria-label={title}>
      <h4>{title}</h4>
      <ul>
        {effects.map(({ key, people, named }) => (
          <li key={key}>
            {wordOf(key)}: {t('grants:effects.people', { count: people })}{' '}
            <span className="muted">
              {named.join(', ')}
              {people > named.length && ' …'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
