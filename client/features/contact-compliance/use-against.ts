import { useTranslation } from 'react-i18next';
import type { ContactChannel } from '../../../contract/contact/contact-compliance';
import { useContactPreviewQuery } from './contact-compliance-api';
import { useLanguage } from '../../i18n/use-language';
import { lineOf } from './compliance-words';

/** Why a contact may be reached by none of these channels now, and when again; null when it may, or is not known yet. */
export function useAgainst(
  taskId: number,
  contactId: number | null,
  channels: readonly [ContactChannel, ...ContactChannel[]],
): string | null {
  const { t } = useTranslation(['guard', 'codes']);
  const language = useLanguage();
  const { data: preview } = useContactPreviewQuery(taskId);
  const found = preview?.contacts.find((contact) => contact.contactId === contactId);
  if (!preview || !found || channels.some((channel) => found.channels[channel].allow)) return null;
  return lineOf(found.channels[channels[0]], { t, language, preview, since: 0 });
}
