import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { TextPart } from '../../../contract/contact/message-texts';
import type { Composition } from './message-draft';

/** Label of a parameter that the sender fills in. */
export function paramLabel(t: TFunction, name: string): string {
  return t(`messages:param.${name}`, { defaultValue: name });
}

/** A text as it will be read; what nobody has filled yet stands there by its label. */
export function MessageText({ parts }: { parts: readonly TextPart[] }) {
  const { t } = useTranslation('messages');
  return parts.map((part, index) =>
    'text' in part ? (
      part.text
    ) : (
      <mark key={index} className="sms-blank">
        {paramLabel(t, part.blank)}
      </mark>
    ),
  );
}

export function MessageCount({ text }: { text: Composition }) {
  const { t } = useTranslation('messages');
  const { characters, limit, segments, encoding } = text;
  const alphabet = encoding === 'GSM7' ? 'GSM-7' : 'UCS-2';
  return (
    <span className={`figure${text.fits ? '' : ' sms-over'}`}>
      {segments === null
        ? `${characters} / ${limit}`
        : t('messages:count', { characters, limit, count: segments, encoding: alphabet })}
    </span>
  );
}
