import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import type { GrantEffect, GrantsWish } from '../../../contract/administration/grants';
import { usePreviewGrantsMutation } from './grants-api';

/** Before rights are saved: who would lose and gain what, by count and names. @returns whether it is agreed to */
export function useAskAboutLosses(): (wish: GrantsWish) => Promise<boolean> {
  const { t } = useTranslation('grants');
  const { modal } = App.useApp();
  const [preview] = usePreviewGrantsMutation();
  return async (wish) => {
    const { data } = await preview(wish);
    if (!data) return false; // The refusal was toasted.
    if (data.lost.length + data.gained.length === 0) return true;
    return modal.confirm({
      width: 560,
      title: t('grants:effects.title', { count: data.institutions }),
      content: (
        <>
          <Effects title={t('grants:effects.lost')} effects={data.lost} />
          <Effects title={t('grants:effects.gained')} effects={data.gained} />
        </>
      ),
      okText: t('grants:effects.act'),
      okButtonProps: { danger: data.lost.length > 0 },
      cancelText: t('common:action.cancel'),
    });
  };
}

function Effects({ title, effects }: { title: string; effects: readonly GrantEffect[] }) {
  const { t } = useTranslation('grants');
  if (effects.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {effects.map(({ key, people, named }) => (
          <li key={key}>
            {t(`grants:${key.includes(':') ? 'permission' : 'menu'}.${key.replace(':', '.')}`)}:{' '}
            {t('grants:effects.people', { count: people })}{' '}
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
