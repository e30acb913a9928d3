import type { TextPart } from '../../../contract/contact/message-texts';
import { type Words, useWords } from '../../i18n/use-words';
import type { Composition } from './message-draft';

/** Label of a parameter that the sender fills in. */
export function paramLabel(t: Words, name: string): string {
  return t(`messages:param.${name}`, { defaultValue: name });
}

/** A text as it will be read; what nobody has filled yet stands there by its label. */
export function MessageText({ parts }: { parts: readonly TextPart[] }) {
  const { t } = useWords('messages');
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
  const { t } = useWords('messages');
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
