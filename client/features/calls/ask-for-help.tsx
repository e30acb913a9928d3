import { useTranslation } from 'react-i18next';
import { useAskForHelpMutation, useOwnHelpQuery, useWithdrawHelpMutation } from '../../domain/help/help-api';
import { SHORTCUTS, useShortcut } from '../../lib/keyboard/shortcuts';

interface HelpProps {
  /** The own call, while both speak. */
  callId: number;
}

/** Asks leader and supervisors into the call with one key, and says what became of it. */
export function AskForHelp({ callId }: HelpProps) {
  const { t } = useTranslation('calls');
  const { data: own } = useOwnHelpQuery(callId);
  const [ask, { isLoading }] = useAskForHelpMutation();
  const [withdraw] = useWithdrawHelpMutation();
  const waiting = own?.state === 'WAITING';
  const may = own?.state !== 'ANSWERED' && !isLoading;
  useShortcut(SHORTCUTS['ask-help'], () => void ask({ callId }), may && !waiting);
  return (
    <p className="call-help muted">
      <span aria-live="polite">
        {own?.state === 'WAITING' &&
          (own.passedTo ? t('calls:help.passed', { name: own.passedTo }) : t('calls:help.waiting'))}
        {own?.state === 'ANSWERED' && t('calls:help.answered', { name: own.by })}
        {own?.state === 'DECLINED' && own.reason && t(`calls:help.declined.${own.reason}`, { name: own.by })}
      </span>{' '}
      {own?.state !== 'ANSWERED' && (
        <button
          type="button"
          className="case-link"
          disabled={!may}
          aria-keyshortcuts={waiting ? undefined : SHORTCUTS['ask-help']}
          onClick={() => void (waiting ? withdraw({ id: own.id }) : ask({ callId }))}
        >
          {t(waiting ? 'calls:help.withdraw' : 'calls:help.ask')}{' '}
          {!waiting && <kbd aria-hidden="true">{SHORTCUTS['ask-help']}</kbd>}
        </button>
      )}
    </p>
  );
}
