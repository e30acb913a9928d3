import type { Param, Statement } from '../../server/platform/db/sql.js';
import type { Subject } from './cast.js';
import type { Trace } from './rehearsal.js';

/** The subject of one recorded command: the values that differ in another command. */
export interface Fresh {
  newId: number;
  /** The one after it: a record has a receipt besides. */
  nextId: number;
  reference: string;
  requestId: string;
}
export type Role = Subject & Fresh;
type Field = keyof Role;

/** A placeholder's value: always the same, the time of the command, a field, or text with fields in it. */
type Slot = { value: Param } | { now: true } | { field: Field } | { parts: (string | { field: Field })[] };

/** A command's round trips with its own values taken out, so that it can be sent for any case. */
export interface Script {
  trips: { text: string; slots: Slot[] }[];
}

/** @throws when two recordings sent different texts: then the floor would not do the same work. */
export function scriptOf(recordings: readonly { trace: Trace; role: Role; from: Date; to: Date }[]): Script {
  const [first, ...others] = recordings;
  for (const { trace } of others) {
    const same = trace.trips.every((trip, index) => trip.text === first!.trace.trips[index]?.text);
    if (!same || trace.trips.length !== first!.trace.trips.length)
      throw new Error(
        `The same command sent different statements:\n${JSON.stringify([first!.trace.trips, trace.trips])}`,
      );
  }
  const { trace, role, from, to } = first!;
  const fields = Object.entries(role).filter(([name]) => name !== 'token') as [Field, number | string][];
  const slotOf = (value: Param): Slot => {
    if (value instanceof Date) return value >= from && value <= to ? { now: true } : { value };
    const field = fields.find(([, known]) => known === value);
    if (field) return { field: field[0] };
    return typeof value === 'string' ? { parts: partsOf(value, fields) } : { value };
  };
  return { trips: trace.trips.map(({ text, params }) => ({ text, slots: params.map(slotOf) })) };
}

function partsOf(text: string, fields: [Field, number | string][]): (string | { field: Field })[] {
  const words = text.split(/\b/);
  return words.map((word) => {
    const field = fields.find(([, known]) => String(known) === word && word.length >= 4);
    return field ? { field: field[0] } : word;
  });
}

/** The statements of a command for one case. */
export function perform(script: Script, role: Role, now: Date): Statement[] {
  const fill = (slot: Slot): Param => {
    if ('value' in slot) return slot.value;
    if ('now' in slot) return now;
    if ('field' in slot) return role[slot.field];
    return slot.parts.map((part) => (typeof part === 'string' ? part : String(role[part.field]))).join('');
  };
  return script.trips.map(({ text, slots }) => ({ text, params: slots.map(fill) }));
}
