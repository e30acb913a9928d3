import type { Param, Statement } from './sql.js';
import { insertEvents, isEvents, type EventRow, type Held } from './transaction.js';

/** Values of one insert, and arms of one select: what a statement can hold without growing slow. */
const MAX_VALUES = 20_000;
const MAX_ARMS = 100;

/** An insert of values: `rows` may be repeated between `head` and `tail`. */
interface Insert {
  head: string;
  rows: string;
  tail: string;
}

const INSERT = /^(\s*(?:INSERT|INSERT IGNORE|REPLACE) INTO \w+\s*\([^()]*\)\s*VALUES\s*)([\s\S]*)$/;
const AGAIN = /\s*ON DUPLICATE KEY UPDATE\s[^?]*$/;
const inserts = new Map<string, Insert | null>();
const MAX_TEXTS = 2_000;

function insertOf(text: string): Insert | null {
  let known = inserts.get(text);
  if (known === undefined) {
    if (inserts.size >= MAX_TEXTS) inserts.clear();
    inserts.set(text, (known = readInsert(text)));
  }
  return known;
}

function readInsert(text: string): Insert | null {
  const [, head, values] = INSERT.exec(text) ?? [];
  if (head === undefined || values === undefined || values.includes('LAST_INSERT_ID')) return null;
  const tail = AGAIN.exec(values)?.[0] ?? '';
  const rows = values.slice(0, values.length - tail.length).trim();
  return rows.startsWith('(') && rows.endsWith(')') ? { head, rows, tail } : null;
}

/** Statements that may become one: the same insert, events, or nothing else than itself. */
function kindOf(held: Held): string {
  if (isEvents(held)) return '';
  const insert = insertOf(held.text);
  return insert ? insert.head + insert.tail : held.text;
}

/**
 * The changes of many commands, each command's in its own order, with inserts into one table and events put together. Of
 * what stands first in the commands, what stands first in most of them is taken.
 */
export function joinHeld(commands: readonly (readonly Held[])[]): Statement[] {
  const queues = commands.map((held) => held.map((one) => ({ one, kind: kindOf(one) })).reverse());
  const first = new Map<string, number[]>();
  const enlist = (index: number) => {
    const kind = queues[index]!.at(-1)?.kind;
    if (kind !== undefined) push(first, kind, index);
  };
  queues.forEach((_, index) => enlist(index));
  const joined: Statement[] = [];
  while (first.size > 0) {
    const [kind, alike] = [...first].reduce((max, one) => (one[1].length > max[1].length ? one : max));
    first.delete(kind);
    alike.sort((left, right) => left - right);
    joined.push(...together(alike.flatMap((index) => takeOf(queues[index]!, kind))));
    for (const index of alike) enlist(index);
  }
  return joined;
}

/** All of a kind that follow each other. */
function takeOf(queue: { one: Held; kind: string }[], kind: string): Held[] {
  const taken: Held[] = [];
  while (queue.at(-1)?.kind === kind) taken.push(queue.pop()!.one);
  return taken;
}

function together(alike: readonly Held[]): Statement[] {
  const [one] = alike;
  if (isEvents(one!)) {
    const rows = (alike as (readonly EventRow[])[]).flat();
    return parts(rows, ({ event }) => event.length).flatMap(insertEvents);
  }
  const statements = alike as readonly Statement[];
  const insert = insertOf(one!.text);
  if (!insert) return [...statements];
  return parts(statements, ({ params }) => params.length).map((part) => ({
    text: insert.head + part.map(({ text }) => insertOf(text)!.rows).join(', ') + insert.tail,
    params: part.flatMap(({ params }) => [...params]),
  }));
}

/** @param values how many an item has */
function parts<Item>(items: readonly Item[], values: (item: Item) => number): Item[][] {
  const all: Item[][] = [];
  let left = 0;
  for (const item of items) {
    left -= values(item);
    if (left < 0) {
      all.push([]);
      left = MAX_VALUES - values(item);
    }
    all.at(-1)!.push(item);
  }
  return all;
}

function push<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** A statement that asks for several commands. */
interface SharedRead {
  statement: Statement;
  /** The commands that asked, each with the place among its questions. If several asked, each row says which it belongs to. */
  askers: (readonly [number, number])[];
}

const PLACE = 'bulk_place';
const SELECT = /^\s*SELECT (?!DISTINCT|SQL_)/;
const LOCK = /\s*(?:FOR UPDATE|LOCK IN SHARE MODE)\s*$/;

/** The questions of many commands, with equal selects as the arms of one: each of its rows says whose it is. */
export function joinReads(commands: readonly (readonly Statement[])[]): SharedRead[] {
  const alike = new Map<string, { params: readonly Param[]; asker: readonly [number, number] }[]>();
  commands.forEach((reads, command) => {
    reads.forEach(({ text, params }, place) => push(alike, text, { params, asker: [command, place] }));
  });
  // A lock that commands ask for first is taken first.
  const inOrder = [...alike].sort(([, left], [, right]) => left[0]!.asker[1] - right[0]!.asker[1]);
  return inOrder.flatMap(([text, all]) => {
    const size = SELECT.test(text) && !text.includes('UNION') ? MAX_ARMS : 1;
    return Array.from({ length: Math.ceil(all.length / size) }, (_, part) => {
      const asking = all.slice(part * size, (part + 1) * size);
      return {
        statement: {
          text: armsOf(text, asking.length),
          params: asking.flatMap(({ params }) => [...params]),
        },
        askers: asking.map(({ asker }) => asker),
      };
    });
  });
}

function armsOf(text: string, count: number): string {
  if (count === 1) return text;
  const arm = text.includes('ORDER BY') && !text.includes('LIMIT') ? inOrder(text) : text;
  return Array.from(
    { length: count },
    (_, place) => `(${arm.replace(SELECT, `SELECT ${place} AS ${PLACE}, `)})`,
  ).join(' UNION ALL ');
}

/** An arm without a limit is free to lose its order. */
function inOrder(text: string): string {
  const lock = LOCK.exec(text)?.[0] ?? '';
  return `${text.slice(0, text.length - lock.length)} LIMIT 1000000000 ${lock}`;
}

/** @returns by command what it asked for, in its order */
export function shareOut(
  sharedReads: readonly SharedRead[],
  results: readonly unknown[],
  commands: readonly { reads: readonly Statement[] }[],
): unknown[][] {
  const answers = commands.map(({ reads }) => reads.map((): unknown => []));
  sharedReads.forEach(({ askers }, index) => {
    const result = results[index];
    const [[command, place]] = askers as [readonly [number, number]];
    if (askers.length === 1) answers[command]![place] = result;
    else for (const row of result as Record<string, unknown>[]) give(answers, askers, row);
  });
  return answers;
}

function give(
  answers: unknown[][],
  askers: SharedRead['askers'],
  { [PLACE]: at, ...row }: Record<string, unknown>,
) {
  const [command, place] = askers[at as number]!;
  (answers[command]![place] as object[]).push(row);
}
