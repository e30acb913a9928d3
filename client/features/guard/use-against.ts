import type { GuardChannel } from '../../../contract/contact/guard';
import { useContactPreviewQuery } from '../../api/contacts-api';
import { useWords } from '../../i18n/use-words';
import { lineOf } from './guard-words';

/** Why a contact may be reached by none of these channels now, and when again; null when it may, or is not known yet. */
export function useAgainst(
  taskId: number,
  contactId: number | null,
  channels: readonly [GuardChannel, ...GuardChannel[]],
): string | null {
  const { t, language } = useWords('guard', 'codes');
  const { data: preview } = useContactPreviewQuery(taskId);
  const found = preview?.contacts.find((contact) => contact.contactId === contactId);
  if (!preview || !found || channels.some((channel) => found.channels[channel].allow)) return null;
  return lineOf(found.channels[channels[0]], { t, language, preview, since: 0 });
}
