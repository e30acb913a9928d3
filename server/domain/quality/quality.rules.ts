import type { QualityAnswer, QualityReport } from '../../../contract/supervision/quality.js';
import type { Actor } from '../../platform/auth/actor.js';
import { institutionsIn } from '../../platform/auth/institution-scope.js';
import { sql, type Statement } from '../../platform/db/sql.js';

/** A condition on quality_sample under the alias `m`. A collector sees the own ones once somebody has scored them. */
export function samplesOf(actor: Actor): Statement {
  const own = sql`(m.agent_id = ${actor.userId} AND m.status <> 'WAITING')`;
  if (actor.role === 'member') return own;
  if (actor.role === 'leader') return sql`(m.group_id = ${actor.groupId} OR ${own})`;
  return institutionsIn(actor, sql`m.institution_id`);
}

/** How far pairs of inspectors agree, by all answers that both gave. */
export function agreementOf(
  pairs: readonly (readonly [readonly QualityAnswer[], readonly QualityAnswer[]])[],
): QualityReport['agreement'] {
  const answers = pairs.flatMap(([one, other]) => one.map((answer, at) => [answer, other[at]!] as const));
  if (answers.length === 0) return { pairs: 0, same: null, kappa: null };
  const share = (count: number) => count / answers.length;
  const same = share(answers.filter(([one, other]) => one === other).length);
  const byChance = (['YES', 'NO', 'NA'] as const).reduce((sum, answer) => {
    const [first, second] = [0, 1].map((who) => share(answers.filter((pair) => pair[who] === answer).length));
    return sum + first! * second!;
  }, 0);
  // Where chance alone makes everything the same, nothing is left to agree on.
  return { pairs: pairs.length, same, kappa: byChance === 1 ? null : (same - byChance) / (1 - byChance) };
}
