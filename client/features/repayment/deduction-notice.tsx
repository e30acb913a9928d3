import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language';
import { formatMoney } from '../../lib/format';
import { usePush } from '../../realtime/hooks';

/** Says how a deduction ended, and that one was charged twice, also when its case is no longer the one on screen. */
export function DeductionNotice() {
  const { t } = useTranslation('repayment');
  const language = useLanguage();
  const { message } = App.useApp();
  usePush('deduction.changed', ({ data }) => {
    const succeeded = data.status === 2;
    const words = t(succeeded ? 'repayment:deduct.success' : 'repayment:deduct.failure', {
      amount: formatMoney(data.amount, language),
    });
    // It comes to the person and to the case: one key, one toast.
    const toast = { key: `deduction-${data.deductionId}`, content: words, duration: 5 };
    void (succeeded ? message.success(toast) : message.error(toast));
  });
  usePush('deduction.doubled', ({ data }) => {
    const words = t('repayment:deduct.doubled', { amount: formatMoney(data.amount, language) });
    void message.warning({ key: `doubled-${data.deductionId}`, content: words, duration: 15 });
  });
  return null;
}
