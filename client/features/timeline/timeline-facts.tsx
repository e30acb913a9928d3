import { useTranslation } from 'react-i18next';
import type { Fact, TimelineEntry } from '../../../contract/cases/timeline';
import { minutes } from '../../lib/format';
import { Money } from '../../ui/money';
import { Day, Time } from '../../ui/dates/time';

const AMOUNTS = new Set([
  'amount', 'addedAmount', 'amountDueAfter', 'paid', 'interest', 'penalty', 'iva', 'fee', 'dueAmount', 'before',
  'towardsDue', 'prepaid', 'left',
]); // prettier-ignore
/** Facts of `payment.reversed` that went back; what is due after it is none of them. */
const TAKEN_BACK = new Set(['amount', 'towardsDue', 'prepaid']);
const DAYS = new Set(['dueDate', 'newDueDate', 'day']);
const TIMES = new Set(['nextFollowUpAt', 'expiresAt', 'deadlineAt', 'until']);

/** Namespaces of a fact's codes: by the event's noun and fact, else by the fact alone. */
const WORDS: Readonly<Record<string, string>> = {
  callStatus: 'codes:call-status.',
  result: 'codes:call-result.',
  collectionResult: 'codes:collection-result.',
  relation: 'codes:relation.',
  rules: 'guard:rule.',
  'action channel': 'codes:contact-type.',
  'payment channel': 'codes:pay-channel.',
  'promise status': 'codes:promise-status.',
  'message channel': 'messages:channels.',
  'message reason': 'timeline:message-reason.',
  'call state': 'calls:state.',
  'call reason': 'calls:reason.',
  'contact channel': 'guard:channel.',
  'contact kind': 'guard:kind.',
  'phone purpose': 'borrowers:purpose.',
  'picture kind': 'borrowers:kind.',
  'borrower kind': 'borrowers:kind.',
  'repaymentCode channel': 'repayment:channel.',
  'repaymentCode purpose': 'timeline:code-purpose.',
  'repaymentCode status': 'repayment:status.',
  'repaymentCode reason': 'repayment:reason.',
  'deduction status': 'codes:pay-log-status.',
  'deduction reason': 'repayment:deduct.reason.',
  'extension status': 'repayment:extension.status.',
  'request kind': 'requests:kind.',
};

/** The features whose words the events speak. */
export const FEATURES = [
  'timeline',
  'codes',
  'borrowers',
  'calls',
  'guard',
  'messages',
  'repayment',
  'requests',
];

/** Facts worth a line: not empty ones, or a cost of nothing. */
export function shownFacts({ facts }: TimelineEntry): [string, Fact][] {
  return Object.entries(facts).filter(
    ([fact, value]) => value !== null && value !== '' && !(value === 0 && AMOUNTS.has(fact)),
  );
}

/** A fact in the reader's notation. Several codes stand in one line; one without words stands as it is. */
export function FactValue({ event, fact, value }: { event: string; fact: string; value: Fact }) {
  const { t } = useTranslation(FEATURES);
  if (typeof value === 'boolean') return t(value ? 'timeline:answer.yes' : 'timeline:answer.no');
  if (fact === 'talked') return minutes(Number(value));
  if (AMOUNTS.has(fact)) {
    const minus = event === 'payment.reversed' && TAKEN_BACK.has(fact);
    return <Money value={minus ? -Number(value) : Number(value)} />;
  }
  if (DAYS.has(fact)) return <Day value={String(value)} />;
  if (TIMES.has(fact)) return <Time value={value} />;
  const words = WORDS[`${event.split('.')[0]} ${fact}`] ?? WORDS[fact];
  if (!words) return String(value);
  const codes = String(value).split(', ');
  return codes.map((code) => t(words + code, { defaultValue: code })).join(', ');
}
