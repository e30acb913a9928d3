import type { TFunction } from 'i18next';
import type {
  ContactPreview,
  ComplianceReason,
  PreviewedContact,
} from '../../../contract/contact/contact-compliance';
import type { Language } from '../../../contract/codes';
import { formatMoney } from '../../lib/format';
import { localTime, whenThere } from './contact-times';

export type Answer = PreviewedContact['channels']['CALL'];
export type Light = 'green' | 'amber' | 'red';

/** Amber: time alone will make it green. */
export function lightOf({ allow, nextAllowedAt }: Answer): Light {
  if (allow) return 'green';
  return nextAllowedAt === null ? 'red' : 'amber';
}

export interface Teller {
  t: TFunction;
  language: Language;
  preview: Pick<ContactPreview, 'zone' | 'asOf'>;
  /** Seconds since the answer came. */
  since: number;
}

/** "until 20:00 there"; or the weightiest reason, with when it ends. */
export function lineOf(answer: Answer, teller: Teller): string {
  const { t, language, preview } = teller;
  if (answer.allow) {
    if (!answer.allowedUntil) return t('guard:line.allowed');
    return t('guard:line.until', { time: localTime(preview.zone, answer.allowedUntil) });
  }
  const reason = answer.reasons[0]!;
  const text = reasonText(reason, teller);
  if (!answer.nextAllowedAt) return text;
  const when = whenThere(t, language, preview.zone, preview.asOf, answer.nextAllowedAt);
  return t('guard:line.again', { text, when });
}

/** Why not, in words. The keys stand whole, so that a test finds each. */
export function reasonText(
  { rule, params }: ComplianceReason,
  { t, language, preview, since }: Teller,
): string {
  switch (rule) {
    case 'caseState':
      return t('guard:reason.caseState');
    case 'unreleased':
      return t('guard:reason.unreleased');
    case 'noProvider':
      return t('guard:reason.noProvider');
    case 'relation':
      return t('guard:reason.relation', { relation: t(`codes:relation.${params['relation']}`) });
    case 'deviceData':
      return t('guard:reason.deviceData');
    case 'wrongNumber':
      return t('guard:reason.wrongNumber');
    case 'badNumber':
      return t('guard:reason.badNumber');
    case 'optOut':
      return t(params['scope'] === 'borrower' ? 'guard:reason.optOutAll' : 'guard:reason.optOut');
    case 'hold':
      return t('guard:reason.hold', { kind: t(`guard:kind.${params['kind']}`) });
    case 'stop':
      return t('guard:reason.stop', { kind: t(`guard:stopped.${params['kind']}`), id: params['stopId'] });
    case 'paymentInFlight':
      return t(params['pending'] ? 'guard:reason.debit' : 'guard:reason.paid', {
        minutes: Math.max(1, Math.floor((Number(params['secondsAgo']) + since) / 60)),
        amount: formatMoney(Number(params['amount']), language),
      });
    case 'legalHours':
      return t('guard:reason.legalHours', { from: params['from'], to: params['to'] });
    case 'operatingHours':
      return params['closed']
        ? t('guard:reason.closedDay')
        : t('guard:reason.operatingHours', { from: params['from'], to: params['to'] });
    case 'attemptsDay':
      return t('guard:reason.attemptsDay', { used: params['count'], limit: params['limit'] });
    case 'attemptsWeek':
      return t('guard:reason.attemptsWeek', { used: params['count'], limit: params['limit'] });
    case 'attemptSpacing':
      return t('guard:reason.attemptSpacing', { time: localTime(preview.zone, String(params['lastAt'])) });
    case 'conversation':
      return t('guard:reason.conversation');
    case 'messagesDay':
      return t('guard:reason.messagesDay', { used: params['count'], limit: params['limit'] });
  }
}
