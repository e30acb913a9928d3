import type { Fact, TimelineEntry } from '../../../contract/timeline';
import { useWords } from '../../i18n/use-words';
import { Money } from '../../ui/money';
import { Day, Time } from '../../ui/time';

const AMOUNTS = new Set([
  'amount', 'addedAmount', 'amountDueAfter', 'paid', 'interest', 'penalty', 'iva', 'fee', 'dueAmount',
]); // prettier-ignore
const DAYS = new Set(['dueDate', 'newDueDate', 'day']);
const TIMES = new Set(['nextFollowUpAt', 'expiresAt', 'deadlineAt', 'until']);

/** Where the words of a fact's codes stand: by event and fact, else by the fact alone. */
const WORDS: Readonly<Record<string, string>> = {
  callStatus: 'codes:call-status',
  result: 'codes:call-result',
  collectionResult: 'codes:collection-result',
  relation: 'codes:relation',
  'action.recorded channel': 'codes:contact-type',
  'payment.posted channel': 'codes:pay-channel',
  'promise.settled status': 'codes:promise-status',
  'deduction.settled status': 'codes:pay-log-status',
  'phone.revealed purpose': 'borrowers:purpose',
  'picture.viewed kind': 'borrowers:kind',
  'picture.commented kind': 'borrowers:kind',
};

/** What is worth a line: nothing that is empty, or a cost of nothing. */
export function shownFacts({ facts }: TimelineEntry): [string, Fact][] {
  return Object.entries(facts).filter(
    ([fact, value]) => value !== null && value !== '' && !(value === 0 && AMOUNTS.has(fact)),
  );
}

/** A fact in the reader's notation. A code without words stands as it is. */
export function FactValue({ event, fact, value }: { event: string; fact: string; value: Fact }) {
  const { t } = useWords('timeline', 'codes', 'borrowers');
  if (typeof value === 'boolean') return t(value ? 'timeline:answer.yes' : 'timeline:answer.no');
  if (AMOUNTS.has(fact)) return <Money value={Number(value)} />;
  if (DAYS.has(fact)) return <Day value={String(value)} />;
  if (TIMES.has(fact)) return <Time value={value} />;
  const words = WORDS[`${event} ${fact}`] ?? WORDS[fact];
  const text = String(value);
  return words ? t(`${words}.${text}`, { defaultValue: text }) : text;
}
