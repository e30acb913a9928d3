import { Injectable } from '@nestjs/common';
import type { NoScoreCard, ScoreCard } from '../../../../contract/team/boards.js';
import { RESULT_CODES } from '../../../../contract/errors.js';
import { businessDay } from '../../../../contract/shared/date.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { peopleOf } from '../../../platform/auth/scope.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/db/database.js';
import { sql } from '../../../platform/db/sql.js';
import { DaysService } from './days.service.js';
import { ScoreCardsQueries } from './score-cards.queries.js';
import { toScoreCard } from '../../../domain/score-cards/day-row.sql.js';

const NOTHING: NoScoreCard = { code: RESULT_CODES.nothingToShow };

/** The card of a collector for everybody who may see it. Opens the day if it is not open yet. */
@Injectable()
export class ScoreCardReader {
  constructor(
    private readonly cards: ScoreCardsQueries,
    private readonly days: DaysService,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @returns the card, or code -2 when the user is no collector, has no queue, or does not exist for the viewer. */
  async today(actor: Actor, agentId: number): Promise<ScoreCard | NoScoreCard> {
    const day = businessDay(this.clock.now());
    const visible =
      agentId === actor.userId ||
      (await this.database.row(sql`SELECT 1 FROM user u WHERE u.id = ${agentId} AND ${peopleOf(actor)}`));
    if (!visible) return NOTHING;
    if (this.days.known(agentId, day) === undefined) await this.days.open([agentId], day);
    const [row] = await this.cards.days([agentId], day);
    return row ? toScoreCard(row) : NOTHING;
  }
}
