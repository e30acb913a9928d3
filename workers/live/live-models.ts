import { Injectable } from '@nestjs/common';
import type { AnyEvent } from '../../contract/events/events.js';
import { figuresOf } from '../../contract/team/board-frame.js';
import { businessDay } from '../../contract/shared/date.js';
import { rankingsOf, toBoardRow, totalsOf, type SeatRow } from '../../server/domain/boards/board.rules.js';
import { BoardsQueries } from '../../server/features/boards/boards.queries.js';
import { changesOf } from '../../server/domain/score-cards/score-card.rules.js';
import { toScoreCard } from '../../server/domain/score-cards/day-row.sql.js';
import { rowsOf, sql, type Statement } from '../../server/platform/db/sql.js';
import { Push } from '../../server/platform/push/push.js';
import { ruleOf } from '../../server/platform/push/push-rules.js';
import { EndedSessions } from '../ended-sessions.js';
import { HourProjection } from './hour-projection.js';
import { LiveDecisions } from './live-decisions.js';
import { LiveInbox } from './live-inbox.js';
import { LiveMonitoring } from './live-monitoring.js';
import { LiveScreens } from './live-screens.js';
import { LiveSeats } from './live-seats.js';
import { LiveUncovered } from './live-uncovered.js';
import { settleAll } from '../settle-all.js';

/**
 * Pushes the live models that events change. It reads the live rows once for a whole batch of events, sends each card and
 * board in its current state (not one event's effect, so order and repetition do not matter), and returns the projections
 * that the relay commits together with emptying the outbox.
 */
@Injectable()
export class LiveModels {
  constructor(
    private readonly seats: LiveSeats,
    private readonly screens: LiveScreens,
    private readonly monitoring: LiveMonitoring,
    private readonly decisions: LiveDecisions,
    private readonly inbox: LiveInbox,
    private readonly sender: Push,
    private readonly hours: HourProjection,
    private readonly uncovered: LiveUncovered,
    private readonly queries: BoardsQueries,
    private readonly sessions: EndedSessions,
  ) {}

  /** A new relay has taken over: browsers refetch what they show, for frames may have been lost between the two. */
  async resume(): Promise<void> {
    this.hours.forget();
    this.seats.forget();
    this.sender.takeover();
  }

  /** @returns the statements that fold these events into rank and hour rows. */
  async push(events: readonly AnyEvent[]): Promise<Statement[]> {
    const [projections] = await settleAll(
      this.pushDays(events),
      this.screens.push(events),
      this.monitoring.push(events),
      this.decisions.push(events),
      this.inbox.push(events),
      this.sessions.push(events),
    );
    return projections;
  }

  private async pushDays(events: readonly AnyEvent[]): Promise<Statement[]> {
    const days = new Map<string, AnyEvent[]>();
    for (const event of events) {
      const day = businessDay(event.recordedAt);
      const ofDay = days.get(day);
      if (ofDay) ofDay.push(event);
      else days.set(day, [event]);
    }
    const projections: Statement[] = [];
    for (const [day, ofDay] of days) projections.push(...(await this.pushDay(day, ofDay)));
    return projections;
  }

  private async pushDay(day: string, events: readonly AnyEvent[]): Promise<Statement[]> {
    const dirty = new Set(events.flatMap(collectorsOf));
    if (dirty.size === 0) return [];
    const { changed, whole, groups } = await this.seats.beside([...dirty], day);
    const at = latestOf(events);
    const moved = [...groups.values()].flatMap(applyRanks);
    for (const seat of changed) this.sender.model('card', seat.collectorId, toScoreCard(seat), at);
    for (const seat of moved)
      if (!dirty.has(seat.collectorId)) this.sender.model('rank', seat.collectorId, toScoreCard(seat), at);
    const hours = await this.hours.project(day, events, changed);
    for (const [groupId, group] of groups) {
      const rows = changed.filter((seat) => seat.groupId === groupId).map((seat) => toBoardRow(seat));
      const board = {
        day,
        rows: rows.filter(({ collectorId }) => whole.has(collectorId)),
        figures: rows.filter(({ collectorId }) => !whole.has(collectorId)).map(figuresOf),
        totals: totalsOf(group),
        receivedByHour: await this.hours.ofGroup(groupId, day),
      };
      this.sender.model('board', groupId, board, at);
      this.uncovered.touched(groupId, at);
    }
    await this.pushKept(day, events, changed, at);
    return [...hours, ...saveRanks(day, moved)];
  }

  /** Their promises are read as they are now, so that order and repetition do not matter here either. */
  private async pushKept(
    day: string,
    events: readonly AnyEvent[],
    seats: readonly SeatRow[],
    at: Date,
  ): Promise<void> {
    const judged = new Set(events.flatMap((event) => judgedBy(event)));
    const touched = seats.filter(({ collectorId }) => judged.has(collectorId));
    if (touched.length === 0) return;
    const kept = await this.queries.kept(
      touched.map(({ collectorId }) => collectorId),
      day,
    );
    for (const groupId of new Set(touched.map((seat) => seat.groupId))) {
      const ofGroup = touched.filter((seat) => seat.groupId === groupId);
      const now = ofGroup.map(
        ({ collectorId }) =>
          kept.find((each) => each.collectorId === collectorId) ?? { collectorId, kept: 0, judged: 0 },
      );
      this.sender.model('kept', groupId, { kept: now }, at);
    }
  }
}

function latestOf(events: readonly AnyEvent[]): Date {
  return new Date(Math.max(...events.map(({ recordedAt }) => recordedAt.getTime())));
}

function collectorsOf(event: AnyEvent): number[] {
  if (!ruleOf(event)?.figures) return [];
  if (event.name === 'day.opened') return [event.payload.collectorId];
  return [...changesOf(event).map((change) => change.collectorId), ...judgedBy(event)];
}

/** The collectors whose promise it was. */
function judgedBy(event: AnyEvent): number[] {
  const isJudged = event.name === 'promise.settled' || event.name === 'promise.reopened';
  return isJudged ? [event.payload.collectorId] : [];
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
