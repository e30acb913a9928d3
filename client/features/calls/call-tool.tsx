import { useTranslation } from 'react-i18next';
import type { CaseInfo, ContactRow } from '../../../contract/cases/cases';
import { PhoneIcon } from '../../ui/icons';
import { Button } from '../../ui/button';
import { useDial } from './use-calls';

interface CallToolProps {
  info: CaseInfo;
  contact: ContactRow;
  /** Why this contact may not be called now, and when again. */
  against: string | null;
}

/** In a contact's row: calls this one. The server judges it again on the act. */
export function CallTool({ info, contact, against }: CallToolProps) {
  const { t } = useTranslation('calls');
  const { may, ready, dial } = useDial(info);
  if (!may) return null;
  return (
    <Button
      label={t('calls:call-to', { name: contact.name })}
      icon={<PhoneIcon />}
      disabled={!ready}
      against={against}
      onClick={() => void dial(contact.id)}
    />
  );
}
