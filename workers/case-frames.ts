import { Injectable } from '@nestjs/common';
import type { AnyEvent, EventName } from '../contract/events.js';
import { rooms, type CaseChange } from '../contract/realtime.js';
import { CasesQueries } from '../server/features/cases/cases.queries.js';
import { Publisher } from '../server/platform/realtime/publisher.js';
import { WatchedRooms } from '../server/platform/realtime/watched-rooms.js';
import { Paced } from './paced.js';

/** What changes who may be contacted: of one borrower on whichever of his cases. */
const OF_BORROWER: readonly EventName[] = [
  'action.recorded', 'call.progressed', 'case.closed', 'case.reinstated', 'case.withdrawn', 'contact.guarantorMarked',
  'contact.guarantorRefused', 'contact.guarantorRequested',
  'contact.held', 'contact.holdLifted', 'contact.judged', 'contact.optedOut', 'contact.overridden', 'message.cancelled',
  'message.failed', 'payment.posted', 'payment.reversed',
]; // prettier-ignore

/** They change who may be contacted, and nothing that a row shows. */
const GUARDED = /^contact\.(judged|optedOut|held|holdLifted|overridden|guarantor\w+)$/;

/** Of more changes at once a leader's browser reads its own page again, which is less. */
const MOST_ROWS = 200;

/** By case. */
interface TeamChanges {
  changes: Map<number, CaseChange>;
  at: Date;
}

/** Cases as they are now, to their collectors and leaders and to those who have them open. */
@Injectable()
export class CaseFrames {
  private readonly teams = new Paced<TeamChanges>(
    (before, next) => ({ at: next.at, changes: new Map([...before.changes, ...next.changes]) }),
    (groupId, changes) => this.sendTeam(groupId, changes),
  );

  constructor(
    private readonly cases: CasesQueries,
    private readonly watched: WatchedRooms,
    private readonly publisher: Publisher,
  ) {}

  /** @param open the rooms of cases that somebody has open; who opens one later reads a version no older than these events */
  async push(events: readonly AnyEvent[], open: ReadonlySet<string>): Promise<void> {
    const ofRow = newest(events, isLive);
    const ofBorrower = newest(events, ({ name }) => OF_BORROWER.includes(name));
    const borrowers = new Map<number, Date>();
    const teams = new Map<number, TeamChanges>();
    for (const { caseId, groupId, row } of await this.changes([...ofRow.keys(), ...ofBorrower.keys()])) {
      const cause = ofRow.get(caseId);
      const touched = ofBorrower.get(caseId);
      if (touched) borrowers.set(row.borrowerId, touched.recordedAt);
      if (!cause) continue;
      const message = { caseId, cause: cause.name, row };
      const at = cause.recordedAt;
      if (row.ownerId !== null) this.publisher.send(rooms.user(row.ownerId), 'case.changed', message, at);
      if (open.has(rooms.case(caseId))) this.publisher.send(rooms.case(caseId), 'case.changed', message, at);
      if (groupId === null) continue;
      const team = teams.get(groupId) ?? { at, changes: new Map<number, CaseChange>() };
      teams.set(groupId, team);
      team.changes.set(caseId, message);
    }
    for (const [groupId, changes] of teams) this.teams.add(groupId, changes);
    this.pushMoves(events);
    await this.pushBorrowers(borrowers);
  }

  private sendTeam(groupId: number, { changes, at }: TeamChanges): void {
    const room = rooms.group(groupId);
    if (changes.size > MOST_ROWS)
      this.publisher.send(room, 'tags.changed', { tags: [{ type: 'CaseList' }, { type: 'CaseCounts' }] }, at);
    else this.publisher.send(room, 'cases.changed', { changes: [...changes.values()] }, at);
  }

  private async changes(caseIds: readonly number[]) {
    return caseIds.length === 0 ? [] : this.cases.changes([...new Set(caseIds)]);
  }

  /** Whoever has a case of the borrower open sees at once what was done on any of them. */
  private async pushBorrowers(borrowers: ReadonlyMap<number, Date>): Promise<void> {
    const watched = await this.watched.among([...borrowers.keys()].map(rooms.borrower));
    for (const [borrowerId, at] of borrowers) {
      const room = rooms.borrower(borrowerId);
      if (watched.has(room)) this.publisher.send(room, 'tags.changed', { tags: [{ type: 'Contact' }] }, at);
    }
  }

  private pushMoves(events: readonly AnyEvent[]): void {
    for (const { payload, recordedAt } of events) {
      if (!('from' in payload) || !('to' in payload)) continue;
      const { caseId, from, to, reason } = payload;
      if (from === to) continue;
      if (from !== null) {
        const message = { caseId, direction: 'out', reason } as const;
        this.publisher.send(rooms.user(from), 'case.moved', message, recordedAt);
        this.publisher.leave(rooms.user(from), rooms.case(caseId));
      }
      if (to !== null) {
        const message = { caseId, direction: 'in', reason } as const;
        this.publisher.send(rooms.user(to), 'case.moved', message, recordedAt);
      }
    }
  }
}

/** The last of the events that count, by case. */
function newest(
  events: readonly AnyEvent[],
  counts: (event: AnyEvent) => boolean,
): ReadonlyMap<number, AnyEvent> {
  const found = new Map<number, AnyEvent>();
  for (const event of events) if (event.caseId !== null && counts(event)) found.set(event.caseId, event);
  return found;
}

/**
 * The night's accruals are too many to push one by one: lists fetch them when the day opens. A call changes nothing of its
 * case and has frames of its own.
 */
function isLive({ name }: AnyEvent): boolean {
  if (/^(repaymentCode|deduction|extension)\./.test(name)) return false;
  if (GUARDED.test(name)) return false;
  if (name.startsWith('message.')) return name === 'message.queued';
  return name !== 'case.accrued' && name !== 'case.opened' && !name.startsWith('call.');
}
