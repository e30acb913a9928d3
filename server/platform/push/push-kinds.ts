import type { EventName, EventPayload } from '../../../contract/events/events.js';
import { rooms, type MessageName, type Messages, type Tag } from '../../../contract/realtime.js';

export type Types = readonly Tag['type'][];

export type Message = { [Name in MessageName]: { name: Name; data: Messages[Name] } }[MessageName];

/** A message to each of the rooms; `leaves`: a case's room that those who receive it are taken out of. */
export type EventPush = Message & { to: string[]; leaves?: string };

/** The effects of an event. Its flags and tags lead to the models of the table that are named here. */
export interface EventRule<Name extends EventName = EventName> {
  /** The case's row: ownCase, openCase, teamCases. */
  row?: true;
  /** ownCall, callOfCase, openCall; for supervisors recordsOf* and callsOf*. */
  call?: true;
  /** It changes a collector's day: card, rank, board, uncovered. */
  figures?: true;
  /** It moves what waits in a queue: queueCounts. */
  queues?: true;
  /** It judges a promise: kept. */
  kept?: true;
  /** Somebody's act is recorded: recordsOf*. */
  act?: true;
  /** It may be a second person's word: decision. */
  decision?: true;
  /** sessionEnd; then the sockets are closed. */
  sessionEnd?: true;
  /** `all`: each socket is sent the rights that its person has now. `person`: personRights, for the event's person. */
  rights?: 'all' | 'person';
  /** Tags for people who have the case open. */
  ofCase?: Types;
  /** Tags for people who have any case of the borrower open. */
  ofBorrower?: Types;
  /** Tags for all people of the institution. */
  ofInstitution?: Types | ((payload: EventPayload<Name>) => Types);
  /** Messages that the event carries itself. */
  pushes?: (payload: EventPayload<Name>) => EventPush[];
}
export type EventRules = { [Name in EventName]?: EventRule<Name> };

/** One message and its room. */
export interface MessageRule<Key, Data> {
  to: (key: Key) => string;
  message: (data: Data) => Message;
  /** At most one message to a room in so many ms, with what changed meanwhile. Without it each goes at once. */
  pace?: { ms: number; merge: (before: Data, next: Data) => Data };
}

export const rule = <Key, Data>(row: MessageRule<Key, Data>) => row;

/** The data as they are. */
export const as =
  <Name extends MessageName>(name: Name) =>
  (data: Messages[Name]) =>
    ({ name, data }) as Message;

export function tags(types: Iterable<Tag['type']>, id?: number): Message {
  const named = [...types].map((type) => (id === undefined ? { type } : { type, id }));
  return { name: 'tags.changed', data: { tags: named } };
}

/** No room when the system did it. */
export function personal(userId: number | null | undefined): string[] {
  return userId == null ? [] : [rooms.user(userId)];
}

export function leadersOf(groupId: number | null | undefined): string[] {
  return groupId ? [rooms.group(groupId)] : [];
}

/** All people of the institutions that it holds for refetch. */
export function heard(...types: Types): (payload: { heardBy: number[] }) => EventPush[] {
  // An event of an older process may not name them.
  return ({ heardBy = [] }) => [{ to: heardBy.map(rooms.institution), ...tags(types) }];
}

/** A screen of one person alone. */
export function ofPerson(userId: number | null, ...types: Types): EventPush[] {
  return [{ to: personal(userId), ...tags(types) }];
}
