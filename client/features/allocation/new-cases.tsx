import { App } from 'antd';
import { useFrame } from '../../realtime/hooks';
import { useWords } from '../../i18n/use-words';
import { formatMoney } from '../../lib/format';

const SHOWN_SECONDS = 8;

/** Tells a collector of the cases that a plan brought. The hint and the counted message of a part are one. */
export default function NewCases() {
  const { t, language } = useWords('allocation');
  const { message } = App.useApp();
  useFrame('cases.assigned', ({ data: { runId, part, cases, amount } }) => {
    const text = t('allocation:new', { count: cases, amount: formatMoney(amount, language) });
    void message.open({
      key: `allocation-${runId}-${part}`,
      type: 'info',
      duration: SHOWN_SECONDS,
      content: <span role="status">{text}</span>,
    });
  });
  return null;
}
