import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { LONGEST_PARAM } from '../../../contract/contact/message-texts';
import type { Residue } from '../../../contract/contact/messages';
import { useLanguage } from '../../i18n/use-language';
import { formatTime } from '../../lib/format';
import { Button } from '../../ui/button';
import type { Composition, reasonsAgainst } from './message-draft';
import { MessageCount, paramLabel } from './message-text';
import type { Sending } from './use-send';

interface ComposeFootProps {
  residue: Residue;
  text: Composition;
  against: ReturnType<typeof reasonsAgainst>;
  sending: Sending;
  ready: boolean;
}

export function ComposeFoot({ residue, text, against, sending, ready }: ComposeFootProps) {
  const { t } = useTranslation('messages');
  const language = useLanguage();
  const [reason] = against.reasons;
  const left = Math.min(residue.account, residue.case);
  const why = sending.refusal ?? ownRefusal(t, residue, text);
  const guarded =
    reason &&
    [
      t(`messages:guard.${reason.rule}`),
      against.nextAllowedAt &&
        t('messages:allowed-at', { time: formatTime(against.nextAllowedAt, language) }),
    ]
      .filter(Boolean)
      .join(' · ');
  const blocked =
    !ready || left === 0 || !text.fits || text.missing.length + text.wrong.length > 0 || reason !== undefined;
  return (
    <div className="sms-foot">
      <p className="sms-why" role="status">
        {guarded ?? why}
      </p>
      <div className="sms-figures">
        <MessageCount text={text} />
        <span className="muted figure">
          {t('messages:left', { account: residue.account, case: residue.case, borrower: residue.borrower })}
        </span>
      </div>
      <Button primary type="submit" busy={sending.busy} disabled={blocked}>
        {t('messages:send')}
      </Button>
    </div>
  );
}

function ownRefusal(t: TFunction, residue: Residue, { fits, missing, wrong }: Composition): string | null {
  if (residue.account === 0) return t('messages:none-left.account');
  if (residue.case === 0) return t('messages:none-left.case');
  const named = (names: string[]) => names.map((name) => paramLabel(t, name)).join(', ');
  if (missing.length > 0) return t('messages:missing', { names: named(missing) });
  if (wrong.length > 0) return t('messages:wrong', { names: named(wrong), limit: LONGEST_PARAM });
  return fits ? null : t('messages:too-long');
}
