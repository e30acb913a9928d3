import type { Rig } from './rig.js';

interface Rule {
  name: string;
  /** Meaning of a row of the answer. */
  kind: 'half' | 'doubled';
  /** Holds when nothing is under way. */
  atRest?: boolean;
  /** Answers the offenders, each by one column `what`. */
  text: string;
}

const EVENTS_OF_PAYMENTS = `
  SELECT p.id, p.type, SUM(e.id IS NOT NULL) AS events,
    SUM(e.name = IF(p.type = 'PAYMENT', 'payment.posted', 'payment.reversed')) AS fitting
  FROM payment p LEFT JOIN domain_event e ON e.subject_type = 'payment' AND e.subject_id = p.id GROUP BY p.id, p.type`;

/** Sums that have to agree and rows that have to have each other, whatever was killed when. */
const RULES: readonly Rule[] = [
  {
    name: 'a case claims the rows of its plan that fell due',
    kind: 'half',
    text: `
      SELECT CONCAT('case ', c.id, ': ', c.amount_due, ' is not ', SUM(p.claimed * GREATEST(0, p.principal + p.interest + p.penalty + p.iva - p.paid))) AS what
      FROM collection_case c JOIN plan_row p ON p.loan_item_id = c.loan_item_id
      GROUP BY c.id, c.amount_due
      HAVING c.amount_due <> SUM(p.claimed * GREATEST(0, p.principal + p.interest + p.penalty + p.iva - p.paid))`,
  },
  {
    name: 'a plan row is paid what payments put there less reversals',
    kind: 'half',
    text: `
      SELECT CONCAT('plan ', r.loan_item_id, '/', r.period, ': ', r.paid, ' is not ', COALESCE(s.amount, 0)) AS what
      FROM plan_row r LEFT JOIN (
        SELECT p.loan_item_id, part.period, SUM(IF(p.type = 'PAYMENT', part.amount, -part.amount)) AS amount
        FROM payment p JOIN JSON_TABLE(p.spread, '$[*]' COLUMNS (
          period INT PATH '$[0]', amount BIGINT PATH '$[1]')) part
        GROUP BY p.loan_item_id, part.period) s ON s.loan_item_id = r.loan_item_id AND s.period = r.period
      WHERE r.paid <> COALESCE(s.amount, 0)`,
  },
  {
    name: 'money that came or went is accounted for to the last centavo',
    kind: 'half',
    text: `
      SELECT CONCAT('payment ', p.id) AS what FROM payment p
      WHERE p.amount <> p.fee + p.refunded + p.receivable + COALESCE((
        SELECT SUM(part.amount) FROM JSON_TABLE(p.spread, '$[*]' COLUMNS (amount BIGINT PATH '$[1]')) part), 0)`,
  },
  {
    name: 'refunds of a loan item hold and paid out what payments put there',
    kind: 'half',
    text: `
      SELECT CONCAT('loan item ', p.loan_item_id) AS what
      FROM (SELECT loan_item_id, SUM(IF(type = 'PAYMENT', refunded, -refunded)) AS amount FROM payment GROUP BY loan_item_id) p
      LEFT JOIN (SELECT loan_item_id, SUM(amount) AS amount FROM refund GROUP BY loan_item_id) f
        ON f.loan_item_id = p.loan_item_id
      WHERE p.amount <> COALESCE(f.amount, 0)`,
  },
  {
    name: 'a loan item owes back what was paid out and taken back',
    kind: 'half',
    text: `
      SELECT CONCAT('loan item ', p.loan_item_id) AS what
      FROM (SELECT loan_item_id, SUM(IF(type = 'PAYMENT', -receivable, receivable)) AS amount FROM payment GROUP BY loan_item_id) p
      LEFT JOIN (SELECT loan_item_id, SUM(amount - paid) AS amount FROM receivable GROUP BY loan_item_id) v
        ON v.loan_item_id = p.loan_item_id
      WHERE p.amount <> COALESCE(v.amount, 0)`,
  },
  {
    name: 'what was taken back of a payment is what its reversals say',
    kind: 'half',
    text: `
      SELECT CONCAT('payment ', p.id) AS what FROM payment p LEFT JOIN (
        SELECT original_id, SUM(amount) AS amount FROM payment WHERE original_id IS NOT NULL GROUP BY original_id) r
        ON r.original_id = p.id
      WHERE p.reversed_amount <> COALESCE(r.amount, 0)`,
  },
  {
    name: 'a payment has its event',
    kind: 'half',
    text: `SELECT CONCAT('payment ', id) AS what FROM (${EVENTS_OF_PAYMENTS}) x WHERE fitting IS NULL OR fitting < 1`,
  },
  {
    name: 'a payment has one event',
    kind: 'doubled',
    text: `SELECT CONCAT('payment ', id) AS what FROM (${EVENTS_OF_PAYMENTS}) x WHERE events > 1`,
  },
  {
    name: 'a payment event has its payment',
    kind: 'half',
    text: `
      SELECT CONCAT('event ', e.id) AS what FROM domain_event e LEFT JOIN payment p ON p.id = e.subject_id
      WHERE e.name IN ('payment.posted', 'payment.reversed') AND p.id IS NULL`,
  },
  {
    name: 'a recorded action has its log row',
    kind: 'half',
    text: `
      SELECT CONCAT('event ', e.id) AS what FROM domain_event e
      LEFT JOIN collection_log l ON l.id = CAST(JSON_VALUE(e.payload, '$.recordId') AS UNSIGNED) AND l.case_id = e.case_id
      WHERE e.name = 'action.recorded' AND l.id IS NULL`,
  },
  {
    name: 'a log row of a person has its one event',
    kind: 'half',
    text: `
      SELECT CONCAT('log ', l.id) AS what FROM collection_log l LEFT JOIN (
        SELECT CAST(JSON_VALUE(payload, '$.recordId') AS UNSIGNED) AS id, COUNT(*) AS events FROM domain_event
        WHERE name = 'action.recorded' GROUP BY 1) e ON e.id = l.id
      WHERE l.collector_id IS NOT NULL AND COALESCE(l.collection_result, '') NOT IN ('MSS', 'MSF')
        AND COALESCE(e.events, 0) <> 1`,
  },
  {
    name: 'a message that ended has one event of its end',
    kind: 'doubled',
    text: `
      SELECT CONCAT('message ', m.id) AS what FROM message m JOIN domain_event e
        ON e.subject_type = 'message' AND e.subject_id = m.id
      GROUP BY m.id, m.status
      HAVING (m.status IN ('DELIVERED', 'FAILED') AND SUM(e.name IN ('message.delivered', 'message.failed')) <> 1)
        OR (m.status = 'CANCELLED' AND SUM(e.name = 'message.cancelled') <> 1)`,
  },
  {
    name: 'slots taken are those of messages that were not cancelled',
    kind: 'half',
    text: `
      SELECT CONCAT('case ', n.scope_id) AS what FROM message_count n LEFT JOIN message m
        ON m.case_id = n.scope_id AND m.slot_day = n.day AND m.status <> 'CANCELLED' AND m.receipt_id IS NOT NULL
      WHERE n.scope = 'CASE' GROUP BY n.scope_id, n.day, n.used HAVING COUNT(m.id) <> n.used`,
  },
  {
    name: 'a refund has its event',
    kind: 'half',
    text: `
      SELECT CONCAT('refund ', f.id) AS what FROM refund f LEFT JOIN (
        SELECT CAST(JSON_VALUE(payload, '$.refundId') AS UNSIGNED) AS id, COUNT(*) AS events FROM domain_event
        WHERE name = 'refund.opened' GROUP BY 1) e ON e.id = f.id
      WHERE COALESCE(e.events, 0) <> 1`,
  },
  {
    name: 'the outbox is empty',
    kind: 'half',
    atRest: true,
    text: "SELECT CONCAT('event ', event_id) AS what FROM outbox",
  },
  {
    name: 'a loan item has one open case',
    kind: 'doubled',
    text: `
      SELECT CONCAT('loan item ', loan_item_id) AS what FROM collection_case WHERE is_open = 1 OR status = 'C40'
      GROUP BY loan_item_id HAVING COUNT(*) > 1`,
  },
  {
    name: 'a case shows its promise',
    kind: 'half',
    text: `
      SELECT CONCAT('case ', c.id) AS what FROM collection_case c LEFT JOIN promise p ON p.id = c.promise_id
      WHERE (c.promise_id IS NULL AND (c.promise_amount IS NOT NULL OR c.promise_due IS NOT NULL))
        OR (c.promise_id IS NOT NULL AND NOT (p.case_id <=> c.id AND p.status <=> 'OPEN'
          AND p.amount <=> c.promise_amount AND p.due_date <=> c.promise_due))`,
  },
  {
    name: 'an open promise is the one of its case',
    kind: 'doubled',
    text: `
      SELECT CONCAT('promise ', p.id) AS what FROM promise p JOIN collection_case c ON c.id = p.case_id
      WHERE p.status = 'OPEN' AND NOT (c.promise_id <=> p.id)`,
  },
  {
    name: 'a promise was made once and ended once',
    kind: 'doubled',
    text: `
      SELECT CONCAT('promise ', p.id) AS what FROM promise p LEFT JOIN domain_event e
        ON e.subject_type = 'promise' AND e.subject_id = p.id
      GROUP BY p.id, p.status
      HAVING SUM(e.name IN ('promise.created', 'promise.rescheduled')) <> 1
        OR (p.status = 'OPEN' AND SUM(e.name = 'promise.settled') > SUM(e.name = 'promise.reopened'))`,
  },
  {
    name: 'a case belongs to whom the log says last',
    kind: 'half',
    text: `
      SELECT CONCAT('case ', c.id) AS what FROM collection_case c JOIN domain_event e ON e.id = (
        SELECT MAX(l.id) FROM domain_event l WHERE l.case_id = c.id
          AND l.name IN ('case.assigned', 'case.reassigned', 'case.released', 'case.withdrawn'))
      WHERE c.status <> 'C31' AND NOT (c.owner_id <=> CAST(NULLIF(JSON_VALUE(e.payload, '$.to'), 'null') AS UNSIGNED))`,
  },
  {
    name: 'a settled case owes nothing',
    kind: 'half',
    text: "SELECT CONCAT('case ', id) AS what FROM collection_case WHERE status = 'C31' AND amount_due <> 0",
  },
];

/** @returns "rule: offender" for each row that breaks a rule. */
export async function brokenRules(
  rig: Rig,
  { underWay = false } = {},
): Promise<{ half: string[]; doubled: string[] }> {
  const broken = { half: [] as string[], doubled: [] as string[] };
  for (const { name, kind, text } of RULES.filter(({ atRest }) => !underWay || !atRest)) {
    for (const { what } of await rig.rows<{ what: string }>(text))
      broken[kind].push(`not true that ${name}: ${what}`);
  }
  return broken;
}
