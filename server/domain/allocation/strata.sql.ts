import { sql, type Statement } from '../../platform/db/sql.js';
import { BANDS, BUCKETS } from './allocation.rules.js';

/** An expression for what `stratumOf` answers of these two: an amount in centavos and days past due. */
export function stratumSql(amount: Statement, dpd: Statement): Statement {
  return sql`CONCAT('A', ${rank(amount, BANDS)}, '-D', ${rank(dpd, BUCKETS)})`;
}

/** How many upper ends lie below the value. The ends are ours and stand in the text, which so is one for all. */
function rank(value: Statement, ends: readonly number[]): Statement {
  const compared = ends.map((end) => `(${value.text} > ${end})`);
  return { text: compared.join(' + '), params: ends.flatMap(() => [...value.params]) };
}
