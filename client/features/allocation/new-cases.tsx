import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { usePush } from '../../realtime/hooks';
import { useLanguage } from '../../i18n/use-language';
import { formatMoney } from '../../lib/format';
import { Button } from '../../ui/button';

const SHOWN_SECONDS = 8;
/** Somebody has to see it, and may be away from the desk for a moment. */
const GAP_SECONDS = 60;

/**
 * Tells a collector of the cases that a plan brought, and leaders of those that nobody has room for. The hint and the counted
 * message of a part are one.
 */
export default function NewCases() {
  const { t } = useTranslation('allocation');
  const language = useLanguage();
  const { message, notification } = App.useApp();
  const navigate = useNavigate();
  usePush('cases.assigned', ({ data: { runId, part, cases, amount } }) => {
    const text = t('allocation:new', { count: cases, amount: formatMoney(amount, language) });
    void message.open({
      key: `allocation-${runId}-${part}`,
      type: 'info',
      duration: SHOWN_SECONDS,
      content: <span role="status">{text}</span>,
    });
  });
  usePush('seatGap.found', ({ data: { queueId, queueName, left, missingSeats } }) => {
    const key = `seat-gap-${queueId}`;
    const show = () => {
      notification.destroy(key);
      void navigate(`/queue/plan/${queueId}`);
    };
    notification.warning({
      key,
      duration: GAP_SECONDS,
      title: t('allocation:seatGap.title', { name: queueName }),
      description: `${t('allocation:left', { count: left })}. ${t('allocation:seatGap.seats', { count: missingSeats })}`,
      actions: (
        <Button small onClick={show}>
          {t('allocation:seatGap.show')}
        </Button>
      ),
    });
  });
  return null;
}
