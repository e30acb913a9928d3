import { Injectable } from '@nestjs/common';
import type { AnyEvent } from '../contract/events.js';
import { rooms } from '../contract/realtime.js';
import { businessDay } from '../contract/shared/date.js';
import { rankingsOf, toBoardRow, totalsOf, type SeatRow } from '../server/features/boards/board.rules.js';
import { BoardsQueries } from '../server/features/boards/boards.queries.js';
import { CasesQueries } from '../server/features/cases/cases.queries.js';
import { changesOf } from '../server/features/score-cards/score-card.rules.js';
import { toScoreCard } from '../server/features/score-cards/score-cards.queries.js';
import { rowsOf, sql, type Statement } from '../server/platform/db/sql.js';
import { CaseViewers } from '../server/platform/realtime/case-viewers.js';
import { Publisher } from '../server/platform/realtime/publisher.js';
import { AnnouncementFrames } from './announcement-frames.js';
import { BoardFrames } from './board-frames.js';
import { BorrowerFrames } from './borrower-frames.js';
import { CallFrames } from './call-frames.js';
import { EndedSessions } from './ended-sessions.js';
import { GuardFrames } from './guard-frames.js';
import { HourFold } from './hour-fold.js';
import { MessageFrames } from './message-frames.js';
import { RepaymentFrames } from './repayment-frames.js';

/**
 * What events change on screens. Reads the live rows once for a whole batch of events, sends each card and board as it is
 * now (not what one event did to it, so that order and repetition do not matter), and answers the folds that the relay
 * commits together with emptying the outbox.
 */
@Injectable()
export class LiveModels {
  constructor(
    private readonly boards: BoardsQueries,
    private readonly cases: CasesQueries,
    private readonly viewers: CaseViewers,
    private readonly publisher: Publisher,
    private readonly frames: BoardFrames,
    private readonly hours: HourFold,
    private readonly sessions: EndedSessions,
    private readonly announcements: AnnouncementFrames,
    private readonly messages: MessageFrames,
    private readonly calls: CallFrames,
    private readonly borrowers: BorrowerFrames,
    private readonly repayments: RepaymentFrames,
    private readonly guard: GuardFrames,
  ) {}

  /** A new relay has taken over: browsers refetch what they show, for frames may have been lost between the two. */
  async resume(): Promise<void> {
    this.hours.forget();
    this.publisher.refetchEverywhere();
  }

  /** @returns the statements that fold these events into rank and hour rows. */
  async push(events: readonly AnyEvent[]): Promise<Statement[]> {
    const folds: Statement[] = [];
    for (const day of new Set(events.map((event) => businessDay(event.recordedAt)))) {
      folds.push(
        ...(await this.pushDay(
          day,
          events.filter((event) => businessDay(event.recordedAt) === day),
        )),
      );
    }
    this.announcements.push(events);
    this.messages.push(events);
    this.borrowers.push(events);
    this.repayments.push(events);
    await Promise.all([
      this.pushCases(events),
      this.calls.push(events),
      this.guard.push(events),
      this.sessions.push(events),
    ]);
    return folds;
  }

  private async pushDay(day: string, events: readonly AnyEvent[]): Promise<Statement[]> {
    const dirty = new Set(events.flatMap(collectorsOf));
    if (dirty.size === 0) return [];
    const seats = await this.boards.seatsBeside([...dirty], day);
    const at = events.reduce(
      (latest, event) => (event.recordedAt > latest ? event.recordedAt : latest),
      events[0]!.recordedAt,
    );
    const changed = seats.filter((seat) => dirty.has(seat.collectorId));
    const groups = new Map<number, SeatRow[]>();
    for (const seat of seats) groups.set(seat.groupId, [...(groups.get(seat.groupId) ?? []), seat]);
    const moved: SeatRow[] = [];
    for (const group of groups.values()) moved.push(...applyRanks(group));
    const shown = new Set([...changed, ...moved]);
    for (const seat of shown)
      this.publisher.send(rooms.user(seat.collectorId), 'scoreCard.changed', toScoreCard(seat), at);
    const hours = await this.hours.fold(day, events, seats);
    for (const [groupId, group] of groups) {
      const rows = group.filter((seat) => shown.has(seat)).map(toBoardRow);
      this.frames.queue(groupId, {
        rows,
        totals: totalsOf(group),
        receivedByHour: await this.hours.ofGroup(groupId, day),
        at,
      });
    }
    return [...hours, ...saveRanks(day, moved)];
  }

  private async pushCases(events: readonly AnyEvent[]): Promise<void> {
    const causes = new Map<number, AnyEvent>();
    for (const event of events) if (event.caseId !== null && isLive(event)) causes.set(event.caseId, event);
    if (causes.size === 0) return;
    const caseIds = [...causes.keys()];
    // Whoever opens a case after this look joins its room first and then reads a version that is no older than these events.
    const [changes, watched] = await Promise.all([
      this.cases.changes(caseIds),
      this.viewers.watched(caseIds),
    ]);
    for (const { caseId, groupId, row } of changes) {
      const { name, recordedAt } = causes.get(caseId)!;
      const message = { caseId, cause: name, row };
      const to: string[] = [];
      if (row.ownerId !== null) to.push(rooms.user(row.ownerId));
      if (groupId !== null) to.push(rooms.group(groupId));
      if (watched.has(caseId)) to.push(rooms.case(caseId));
      for (const room of to) this.publisher.send(room, 'case.changed', message, recordedAt);
    }
    this.pushMoves(events);
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

/** They change who may be contacted, and nothing that a row shows. */
const GUARDED = /^contact\.(judged|optedOut|held|holdLifted|overridden|guarantorMarked)$/;

/**
 * The night's accruals are too many to push one by one: lists fetch them when the day opens. A call changes nothing of its
 * case and has frames of its own.
 */
function isLive(event: AnyEvent): boolean {
  if (/^(repaymentCode|deduction|extension)\./.test(event.name)) return false;
  if (GUARDED.test(event.name)) return false;
  if (event.name.startsWith('message.')) return event.name === 'message.queued';
  return event.name !== 'case.accrued' && event.name !== 'case.opened' && !event.name.startsWith('call.');
}

function collectorsOf(event: AnyEvent): number[] {
  if (event.name === 'day.opened') return [event.payload.collectorId];
  return changesOf(event).map((change) => change.collectorId);
}

/** Sets the group's new ranks on its rows. @returns the rows whose rank changed. */
function applyRanks(group: SeatRow[]): SeatRow[] {
  const rankings = new Map(rankingsOf(group).map((ranking) => [ranking.collectorId, ranking]));
  return group.filter((seat) => {
    const { ranking, rankedCount } = rankings.get(seat.collectorId)!;
    if (seat.ranking === ranking && seat.rankedCount === rankedCount) return false;
    seat.ranking = ranking;
    seat.rankedCount = rankedCount;
    seat.version += 1;
    return true;
  });
}

function saveRanks(day: string, moved: readonly SeatRow[]): Statement[] {
  if (moved.length === 0) return [];
  const rows = moved.map((seat) => [seat.collectorId, day, seat.groupId, seat.ranking, seat.rankedCount]);
  return [
    sql`
      INSERT INTO collector_rank (collector_id, day, group_id, ranking, ranked_count) VALUES ${rowsOf(rows)}
      ON DUPLICATE KEY UPDATE ranking = VALUES(ranking), ranked_count = VALUES(ranked_count), version = version + 1`,
  ];
}
