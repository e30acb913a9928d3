import type { CaseRow } from '../../../../contract/cases/cases';
import { OPEN_STATUSES } from '../../../../contract/codes';

export interface CaseNotice {
  kind: 'paid' | 'reversed' | 'settled' | 'owner' | 'gone' | 'status';
  /** Centavos that arrived or went. */
  amount: number;
  at: number;
}

type Facts = Pick<CaseRow, 'amount' | 'status' | 'ownerId'>;

const isOpen = ({ status }: Facts) => (OPEN_STATUSES as readonly string[]).includes(status);

/**
 * The notice of a pushed change. A batch of events names one cause only, so money is recognised by the amount due
 * itself; a result that was saved needs no notice.
 */
export function noticeOf(before: Facts, after: Facts, cause: string, at: number): CaseNotice | null {
  const paid = before.amount - after.amount;
  if (paid > 0) return { kind: after.amount === 0 ? 'settled' : 'paid', amount: paid, at };
  if (paid < 0 && ['payment.reversed', 'case.reopened'].includes(cause)) {
    return { kind: 'reversed', amount: -paid, at };
  }
  if (before.ownerId !== after.ownerId) return { kind: 'owner', amount: 0, at };
  if (isOpen(before) !== isOpen(after)) return { kind: 'status', amount: 0, at };
  return null;
}
