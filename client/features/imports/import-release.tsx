import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ImportRun } from '../../../contract/cases/imports';
import { Button } from '../../ui/button';
import { useReleaseImportMutation, useTakeBackImportMutation } from './imports-api';

/** New loans that wait for a person's word, and the two words there are: release them, or take them back. */
export function ImportRelease({ run }: { run: ImportRun }) {
  const { t } = useTranslation('imports');
  const { modal, message } = App.useApp();
  const [release, { isLoading: isReleasing }] = useReleaseImportMutation();
  const [takeBack, { isLoading: isTakingBack }] = useTakeBackImportMutation();
  const { id, loansWaiting: count, loansTakenBack: gone, fileName: file } = run;
  const cancelText = t('common:action.cancel');
  const askRelease = async () => {
    const words = { okText: t('imports:release.do'), cancelText };
    const content = t('imports:release.confirm-body', { count });
    if (!(await modal.confirm({ title: t('imports:release.confirm', { file }), content, ...words }))) return;
    const { error } = await release({ id });
    if (!error) void message.success(t('imports:release.done'));
  };
  const askTakeBack = async () => {
    const words = { okText: t('imports:take-back.do'), cancelText, okButtonProps: { danger: true } };
    const content = t('imports:take-back.confirm-body', { count });
    if (await modal.confirm({ title: t('imports:take-back.confirm', { file }), content, ...words }))
      await takeBack({ id });
  };
  const isGoing = run.release === 'TAKING_BACK';
  const waits = run.release === 'WAITING' && count > 0;
  return (
    <div className="import-release" role="status">
      {gone > 0 && <p>{t('imports:take-back.gone', { count: gone })}</p>}
      {waits && gone > 0 && <p>{t('imports:take-back.staying', { count })}</p>}
      {waits && gone === 0 && <p>{t('imports:release.waiting', { count })}</p>}
      {isGoing && <p>{t('imports:take-back.going', { count })}</p>}
      {waits && (
        <span className="import-choices">
          <Button primary busy={isReleasing} onClick={() => void askRelease()}>
            {t('imports:release.do')}
          </Button>
          <Button busy={isTakingBack} onClick={() => void askTakeBack()}>
            {t('imports:take-back.do')}
          </Button>
        </span>
      )}
      {isGoing && (
        <Button busy={isTakingBack} onClick={() => void takeBack({ id })}>
          {t('imports:take-back.go-on')}
        </Button>
      )}
    </div>
  );
}
