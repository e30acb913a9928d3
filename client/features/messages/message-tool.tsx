import { useTranslation } from 'react-i18next';
import type { ContactRow } from '../../../contract/cases/cases';
import { useMay } from '../../api/session-api';
import { useShortcut } from '../../lib/keyboard/shortcuts';
import { MessageIcon } from '../../ui/icons';
import { Button } from '../../ui/button';
import { useOpenMessages } from './open-messages';

export function MessageTool({ contact, against }: { contact: ContactRow; against: string | null }) {
  const { t } = useTranslation('messages');
  const open = useOpenMessages();
  if (!useMay('message:send')) return null;
  return (
    <Button
      label={t('messages:write-to', { name: contact.name })}
      icon={<MessageIcon />}
      against={against}
      onClick={() => open(contact.id)}
    />
  );
}

/** s: a message on this case. */
export function MessageKey() {
  const open = useOpenMessages();
  useShortcut('s', () => open(), useMay('message:send'));
  return null;
}
