import { useTranslation } from 'react-i18next';
import type { ContactRow } from '../../../contract/cases/cases';
import { useLanguage } from '../../i18n/use-language';
import { formatDay, formatTime } from '../../lib/format';
import { Tag } from '../../ui/status-tag';

type Known = Pick<ContactRow, 'source' | 'givenOn' | 'standing' | 'standingAt'>;

/** Whether the number is the borrower's, when that is more than the lender's word; the source when pointed at. */
export function StandingTag({ contact }: { contact: Known }) {
  const { t } = useTranslation('codes');
  const source = useSource(contact);
  if (contact.standing === 'GIVEN') return null;
  return (
    <Tag tone={contact.standing === 'CONFIRMED' ? 'good' : 'warn'} title={source}>
      {t(`codes:standing.${contact.standing}`)}
    </Tag>
  );
}

/** How the lender came by the number, with the day when it is known. */
function useSource({ source, givenOn, standing, standingAt }: Known): string {
  const { t } = useTranslation('codes');
  const language = useLanguage();
  const parts = [t(`codes:number-source.${source}`), givenOn && formatDay(givenOn, language)];
  if (standingAt) parts.push(`${t(`codes:standing.${standing}`)} ${formatTime(standingAt, language)}`);
  return parts.filter(Boolean).join(' · ');
}

export function NumberSource({ contact }: { contact: Known }) {
  return <>{useSource(contact)}</>;
}
