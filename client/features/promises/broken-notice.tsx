import { App } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '../../i18n/use-language';
import { formatMoney } from '../../lib/format';
import { usePush } from '../../realtime/hooks';

const SHOWN_SECONDS = 10;
const KEY = 'promises-broken';

/** Tells of broken promises. All of a day are over in one moment: they are one notice, which counts them. */
export default function BrokenNotice() {
  const { t } = useTranslation('promises');
  const language = useLanguage();
  const { notification } = App.useApp();
  const broken = useRef(new Map<number, number>());
  usePush('promise.broken', ({ data: { promiseId, amount } }) => {
    const amounts = broken.current.set(promiseId, amount);
    const sum = [...amounts.values()].reduce((total, each) => total + each, 0);
    const count = amounts.size;
    notification.warning({
      key: KEY,
      role: 'status',
      duration: SHOWN_SECONDS,
      title: t('promises:broken.title', { count }),
      description: (
        <>
          {formatMoney(sum, language)}{' '}
          <Link to="/promises?lane=broken&period=day" onClick={() => notification.destroy(KEY)}>
            {t('promises:broken.show')}
          </Link>
        </>
      ),
      onClose: () => amounts.clear(),
    });
  });
  return null;
}
