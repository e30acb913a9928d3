import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PendingApproval } from '../../../contract/administration/approvals';

/** After an act: says when it is not done yet, but asked of another administrator. */
export function useWaitingNotice() {
  const { t } = useTranslation('forms');
  const { message } = App.useApp();
  return async <Answer extends { data?: PendingApproval | null }>(
    acting: PromiseLike<Answer>,
  ): Promise<Answer> => {
    const answer = await acting;
    if (answer.data?.approvalId) void message.success(t('forms:asked'));
    return answer;
  };
}
