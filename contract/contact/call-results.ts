import type { CallResult, CallResultGroup, CallStatus, CollectionResult } from '../codes.js';

/** One valid pair of call status and result, with the older client's label. */
export interface CallOutcome {
  callStatus: CallStatus | null;
  group: CallResultGroup;
  result: CallResult;
  collectionResult: CollectionResult | null;
  /** Promise codes need an amount and a date. */
  promise?: true;
  /** Asks for a next follow-up. */
  followUp?: true;
  /** A default of its CR label when connected. */
  byLabel?: true;
}

const unreached = (
  callStatus: CallStatus,
  group: CallResultGroup,
  result: CallResult,
  collectionResult: CollectionResult,
): CallOutcome => ({ callStatus, group, result, collectionResult });

const connected = (
  result: CallResult,
  collectionResult: CollectionResult,
  more: Pick<CallOutcome, 'promise' | 'followUp' | 'byLabel'> = {},
): CallOutcome => ({ callStatus: 'CONNECTED', group: 'CNCT', result, collectionResult, ...more });

const MEMO: CallOutcome = { callStatus: null, group: 'OTHER', result: 'MEMO', collectionResult: null };

/** Only these pairs are valid; the form offers them in this order. BP, PTRPD and STLD are the system's own. */
export const CALL_OUTCOMES: readonly CallOutcome[] = [
  connected('PTP', 'CR10', { promise: true, byLabel: true }),
  connected('PTCPST', 'CR20', { promise: true, byLabel: true }),
  connected('ND', 'CR30', { byLabel: true }),
  connected('NOCLCT', 'CR40', { byLabel: true }),
  connected('WTP', 'CR50', { followUp: true, byLabel: true }),
  connected('NORLVT', 'CR60', { byLabel: true }),
  connected('DTP', 'CR70', { byLabel: true }),
  connected('WTP', 'CR80', { followUp: true, byLabel: true }),
  connected('PTN', 'CR30'),
  connected('RPD', 'CR50'),
  connected('NOVLD', 'CR60'),
  unreached('NO_ANSWER', 'NOA', 'RETRY', 'CR50'),
  unreached('HUNG_UP', 'DA', 'RETRY', 'CR50'),
  unreached('REJECTED', 'DA', 'RETRY', 'CR50'),
  unreached('BLACKLIST', 'BLK', 'RETRY', 'CR50'),
  unreached('EMPTY_NUMBER', 'NULL', 'LC', 'CR60'),
  unreached('DOWNTIME', 'NULL', 'LC', 'CR60'),
  unreached('SHUT_OFF', 'NULL', 'LC', 'CR60'),
  { callStatus: null, group: 'VERIFY', result: 'FRAUD', collectionResult: 'CR80' },
  MEMO,
];

/** The choice of a form or of an older client. */
export interface OutcomeChoice {
  callStatus?: CallStatus | null | undefined;
  callResult?: CallResult | null | undefined;
  collectionResult?: CollectionResult | null | undefined;
}

/**
 * The single outcome that a choice means. A result names itself (WTP without a label is CR50) unless several statuses have
 * it; a label alone, or with CONNECTED, gets its default; an unreached status alone gets its only result; a memo goes with
 * any status and no label. Null when the parts contradict each other or say too little.
 */
export function resolveOutcome(choice: OutcomeChoice): CallOutcome | null {
  const { callStatus, callResult, collectionResult } = choice;
  if (callResult === 'MEMO') return collectionResult ? null : { ...MEMO, callStatus: callStatus ?? null };
  const fits = CALL_OUTCOMES.filter(
    (outcome) =>
      (!callStatus || outcome.callStatus === callStatus) &&
      (!callResult || outcome.result === callResult) &&
      (!collectionResult || outcome.collectionResult === collectionResult),
  );
  const first = fits[0] ?? null;
  if (callResult) return fits.every((fit) => fit.callStatus === first?.callStatus) ? first : null;
  if (callStatus && callStatus !== 'CONNECTED') return first;
  return collectionResult ? (fits.find((fit) => fit.byLabel) ?? null) : null;
}
