import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePush } from '../../realtime/hooks';
import { useLazyRequestsOfCaseQuery } from './requests-api';

const SHOWN_SECONDS = 12;

/** Tells a leader that somebody asks, and who asked what was decided and why. */
export default function RequestNotice() {
  const { t } = useTranslation('requests');
  const { notification } = App.useApp();
  const [read] = useLazyRequestsOfCaseQuery();
  usePush('request.opened', ({ data: { caseId, requestId, kind } }) => {
    const key = `request-${requestId}`;
    void read({ taskId: caseId, state: 'OPEN' }).then(({ data }) => {
      const found = data?.result.find(({ id }) => id === requestId);
      notification.info({
        key,
        role: 'status',
        duration: SHOWN_SECONDS,
        title: t('requests:notice.opened', { kind: t(`requests:kind.${kind}`) }),
        description: (
          <>
            {found && `${found.collector} · ${found.borrowerName} `}
            <Link to={`/requests?kind=${kind}`} onClick={() => notification.destroy(key)}>
              {t('requests:notice.show')}
            </Link>
          </>
        ),
      });
    });
  });
  usePush('request.decided', ({ data: { caseId, requestId, kind, granted } }) => {
    const state = granted ? 'GRANTED' : 'REFUSED';
    const key = `request-${requestId}`;
    void read({ taskId: caseId, state }).then(({ data }) => {
      const found = data?.result.find(({ id }) => id === requestId);
      const tell = granted ? notification.success : notification.warning;
      tell({
        key,
        role: 'status',
        duration: SHOWN_SECONDS,
        title: t(`requests:notice.${state}`, { kind: t(`requests:kind.${kind}`) }),
        description: found && (
          <>
            {found.reason && `${found.reason} · `}
            <Link
              to={`/task/${found.taskId}/${encodeURIComponent(found.loanId)}`}
              onClick={() => notification.destroy(key)}
            >
              {found.borrowerName}
            </Link>
          </>
        ),
      });
    });
  });
  return null;
}
