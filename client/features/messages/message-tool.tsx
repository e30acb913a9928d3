import './message-tool.css';
import type { CaseInfo, ContactRow } from '../../../contract/cases';
import { useMay } from '../../api/session-api';
import { useWords } from '../../i18n/use-words';
import { useShortcut } from '../../lib/shortcuts';
import { MessageIcon } from '../../ui/icons';
import { useOpenMessages } from './open-messages';

/** In a contact's row: a message to this one. */
export function MessageTool({ contact }: { info: CaseInfo; contact: ContactRow }) {
  const { t } = useWords('messages');
  const open = useOpenMessages();
  if (!useMay('message:send')) return null;
  const label = t('messages:write-to', { name: contact.name });
  return (
    <button
      type="button"
      className="sms-tool"
      title={label}
      aria-label={label}
      onClick={() => open(contact.id)}
    >
      <MessageIcon />
    </button>
  );
}

/** s: a message on this case. */
export function MessageKey() {
  const open = useOpenMessages();
  useShortcut('s', () => open(), useMay('message:send'));
  return null;
}
