import type { CaseInfo, ContactRow } from '../../../contract/cases';
import { useWords } from '../../i18n/use-words';
import { PhoneIcon } from '../../ui/icons';
import { ToolButton } from '../../ui/tool-button';
import { useDial } from './use-calls';

/** In a contact's row: calls this one. The server judges it on the act; the row says beside it what it would say. */
export function CallTool({ info, contact }: { info: CaseInfo; contact: ContactRow }) {
  const { t } = useWords('calls');
  const { may, ready, dial } = useDial(info);
  if (!may) return null;
  return (
    <ToolButton
      label={t('calls:call-to', { name: contact.name })}
      icon={<PhoneIcon />}
      disabled={!ready}
      onClick={() => void dial(contact.id)}
    />
  );
}
