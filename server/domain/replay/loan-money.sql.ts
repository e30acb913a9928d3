import { list, nothing, sql, type Statement } from '../../platform/db/sql.js';

/**
 * Invariants of each loan item's money. Each rule answers the loan items that break it.
 *
 * Money that a payment put on rows is counted for the loan item that the payment names: in a long-aging case it may have paid
 * rows of others. A row may have come in partly paid, so it has what payments put there or more.
 */
interface Rule {
  name: string;
  /** Answers `item` and `what`. @param of narrows a column to the loan item that is asked for */
  text: (of: (column: string) => Statement) => Statement;
}

const UNPAID = sql`GREATEST(0, r.principal + r.interest + r.penalty + r.iva - r.paid)`;
const PARTS = sql`
  JSON_TABLE(p.spread, '$[*]' COLUMNS (period INT PATH '$[0]', amount BIGINT PATH '$[1]', other BIGINT PATH '$[2]')) part`;
const SIGN = sql`IF(p.type = 'PAYMENT', 1, -1)`;

const RULES: readonly Rule[] = [
  {
    name: 'payments less reversals are on rows, in fees, held or paid out as refunds, less what is owed back',
    text: (of) => sql`
      SELECT item, CONCAT(SUM(amount), ' too much received') AS what FROM (
        SELECT p.loan_item_id AS item, ${SIGN} * (p.amount - p.fee) AS amount FROM payment p WHERE 1 = 1${of('p.loan_item_id')}
        UNION ALL SELECT p.loan_item_id, -${SIGN} * part.amount FROM payment p JOIN ${PARTS} WHERE 1 = 1${of('p.loan_item_id')}
        UNION ALL SELECT f.loan_item_id, -f.amount FROM refund f WHERE 1 = 1${of('f.loan_item_id')}
        UNION ALL SELECT v.loan_item_id, v.amount - v.paid FROM receivable v WHERE 1 = 1${of('v.loan_item_id')}
      ) money GROUP BY item HAVING SUM(amount) <> 0`,
  },
  {
    name: 'a row is paid what payments put there less reversals, or more when it came in partly paid',
    text: (of) => sql`
      SELECT r.loan_item_id AS item, CONCAT('period ', r.period, ' is paid ', r.paid, ', not ', net.amount) AS what
      FROM (
        SELECT COALESCE(part.other, p.loan_item_id) AS item, part.period, SUM(${SIGN} * part.amount) AS amount
        FROM payment p JOIN ${PARTS}
        WHERE 1 = 1${of('COALESCE(part.other, p.loan_item_id)')}
        GROUP BY COALESCE(part.other, p.loan_item_id), part.period
      ) net JOIN plan_row r ON r.loan_item_id = net.item AND r.period = net.period
      WHERE r.paid < net.amount OR net.amount < 0`,
  },
  {
    name: 'no part of the money is less than nothing',
    text: (of) => sql`
      SELECT r.loan_item_id AS item, CONCAT('period ', r.period, ' is paid ', r.paid) AS what FROM plan_row r
      WHERE r.paid < 0${of('r.loan_item_id')}
      UNION ALL SELECT f.loan_item_id, CONCAT('refund ', f.id, ' is of ', f.amount) FROM refund f
      WHERE f.amount < 0${of('f.loan_item_id')}
      UNION ALL SELECT v.loan_item_id, CONCAT('receivable ', v.id, ' has ', v.amount - v.paid - v.written_off, ' left')
      FROM receivable v WHERE v.amount - v.paid - v.written_off < 0${of('v.loan_item_id')}
      UNION ALL SELECT p.loan_item_id, CONCAT('fees are ', SUM(${SIGN} * p.fee)) FROM payment p
      WHERE p.fee <> 0${of('p.loan_item_id')} GROUP BY p.loan_item_id HAVING SUM(${SIGN} * p.fee) < 0`,
  },
  {
    name: 'a loan item has one open case',
    text: (of) => sql`
      SELECT c.loan_item_id AS item, CONCAT(COUNT(*), ' cases') AS what FROM collection_case c
      WHERE c.open_loan_item_id IS NOT NULL${of('c.loan_item_id')} GROUP BY c.loan_item_id HAVING COUNT(*) > 1
      UNION ALL SELECT i.id, CONCAT('case ', own.id, ' beside case ', joint.id)
      FROM loan_item i JOIN collection_case joint ON joint.open_loan_item_id = i.lead_item_id
        JOIN collection_case own ON own.open_loan_item_id = i.id
      WHERE i.lead_item_id <> i.id${of('i.id')}`,
  },
  {
    name: 'an open case claims the unpaid rows that fell due',
    text: (of) => sql`
      SELECT MIN(item) AS item, CONCAT('case ', id, ' claims ', MIN(due), ', the rows ', SUM(unpaid)) AS what FROM (
        SELECT c.id, c.loan_item_id AS item, c.amount_due AS due, r.claimed * ${UNPAID} AS unpaid
        FROM collection_case c JOIN plan_row r ON r.loan_item_id = c.loan_item_id
        WHERE c.open_loan_item_id IS NOT NULL${of('c.loan_item_id')}
        UNION ALL SELECT c.id, c.loan_item_id, c.amount_due, r.claimed * ${UNPAID}
        FROM collection_case c JOIN loan_item i ON i.lead_item_id = c.loan_item_id AND i.id <> c.loan_item_id
          JOIN plan_row r ON r.loan_item_id = i.id
        WHERE c.open_loan_item_id IS NOT NULL${of('c.loan_item_id')}
      ) claim WHERE NOT EXISTS (SELECT 1 FROM case_to_restate old WHERE old.case_id = claim.id)
      GROUP BY id HAVING MIN(due) <> SUM(unpaid)`,
  },
  {
    name: 'an open case owes something',
    text: (of) => sql`
      SELECT c.loan_item_id AS item, CONCAT('case ', c.id, ' is ', c.status, ' and owes ', c.amount_due) AS what
      FROM collection_case c WHERE c.open_loan_item_id IS NOT NULL AND c.amount_due <= 0${of('c.loan_item_id')}`,
  },
  {
    name: 'a case is promised while its promise is open, and only then',
    text: (of) => sql`
      SELECT c.loan_item_id AS item, CONCAT('case ', c.id, ' is ', c.status, ' without an open promise') AS what
      FROM collection_case c LEFT JOIN promise p ON p.id = c.promise_id AND p.case_id = c.id AND p.status = 'OPEN'
      WHERE c.status = 'C20' AND p.id IS NULL${of('c.loan_item_id')}
      UNION ALL SELECT c.loan_item_id, CONCAT('promise ', p.id, ' is open and case ', c.id, ' is ', c.status)
      FROM promise p JOIN collection_case c ON c.id = p.case_id
      WHERE p.status = 'OPEN' AND (c.status <> 'C20' OR NOT (c.promise_id <=> p.id))${of('c.loan_item_id')}`,
  },
];

export interface MoneyDifference {
  item: number;
  rule: string;
  what: string;
}

/** Answers `MoneyDifference`s. @param loanItemIds of these loan items; of all when it is not said */
export function moneyDifferences(loanItemIds?: readonly number[]): Statement {
  const of = (column: string) =>
    loanItemIds === undefined ? nothing : sql` AND ${{ text: column, params: [] }} IN ${list(loanItemIds)}`;
  return RULES.map(
    ({ name, text }) => sql`SELECT item, ${name} AS rule, what FROM (${text(of)}) found`,
  ).reduce((all, each) => sql`${all} UNION ALL ${each}`);
}
