import type { DeductionCallback } from '../../../contract/money/deductions.js';
import { sql, type Statement } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';

interface Doubled {
  /** Id of the double, from Ids. */
  id: number;
  deduction: { id: number; caseId: number; amount: number; requestedBy: number | null };
  /** The group whose leader is told. */
  groupId: number | null;
}

export function duplicateChargeOf(deductionId: number, chargeId: string): Statement {
  return sql`
    SELECT u.id FROM deduction_double u WHERE u.deduction_id = ${deductionId} AND u.charge_id = ${chargeId}`;
}

export function groupOf(deductionId: number): Statement {
  return sql`
    SELECT c.group_id AS groupId FROM deduction d JOIN collection_case c ON c.id = d.case_id
    WHERE d.id = ${deductionId}`;
}

/** Keeps a charge that took the money again. Write it with the deduction locked and `doubleOf` empty. */
export function keepDuplicateCharge(
  tx: Tx,
  { id, deduction, groupId }: Doubled,
  { chargeId, amount, at }: DeductionCallback,
): void {
  const { id: deductionId, caseId, requestedBy } = deduction;
  tx.write(sql`
    INSERT INTO deduction_double (id, deduction_id, charge_id, amount, at, received_at)
    VALUES (${id}, ${deductionId}, ${chargeId}, ${amount}, ${new Date(at)}, ${tx.now})`);
  tx.emit('deduction.doubled', { caseId, deductionId, amount, requestedBy, groupId });
}
