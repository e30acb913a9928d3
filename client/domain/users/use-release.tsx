import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import type { UserWork } from '../../../contract/administration/users';
import { isCallError } from '../../ui/states';

interface Answer {
  error?: unknown;
}

/**
 * Disables or moves a person: when they have work in hand it is named, and released with them if the administrator says
 * so. What is refused for another reason is said.
 */
export function useRelease() {
  const { t } = useTranslation('users');
  const { message, modal } = App.useApp();
  return async <Result extends Answer>(
    name: string,
    send: (release: boolean) => Promise<Result>,
  ): Promise<Result> => {
    const answer = await send(false);
    const refusal = isCallError(answer.error) ? answer.error : null;
    if (refusal?.code === '23' && !refusal.work) void message.error(refusal.message);
    if (!refusal?.work) return answer;
    const question = modal.confirm({
      title: t('users:release.title', { name }),
      content: <Work {...refusal.work} onLeave={() => question.destroy()} />,
      okText: t('users:release.act'),
      okButtonProps: { danger: true },
      cancelText: t('common:action.cancel'),
    });
    return (await question) ? send(true) : answer;
  };
}

/** @param onLeave called when a link leads to another page, over which the question would stay */
function Work({
  cases,
  promises,
  calls,
  named,
  agentId,
  queues,
  onLeave,
}: UserWork & { onLeave: () => void }) {
  const { t } = useTranslation('users');
  return (
    <>
      <ul>
        {cases > 0 && <li>{t('users:release.cases', { count: cases })}</li>}
        {promises > 0 && <li>{t('users:release.promises', { count: promises })}</li>}
        {calls > 0 && <li>{t('users:release.calls', { count: calls })}</li>}
      </ul>
      {named.length > 0 && (
        <p className="muted">
          {named.join(', ')}
          {cases > named.length && ' …'}
        </p>
      )}
      <p>{t('users:release.hint')}</p>
      {queues.map(({ id, name, cases: count }) => (
        <p key={id}>
          <a
            href={`#/queue/list/${id}?state=assigned${agentId === null ? '' : `&agentId=${agentId}`}`}
            onClick={onLeave}
          >
            {t('users:release.give', { name, count })}
          </a>
        </p>
      ))}
    </>
  );
}
