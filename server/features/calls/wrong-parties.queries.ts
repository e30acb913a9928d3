import { Injectable } from '@nestjs/common';
import type {
  WrongParties,
  WrongPartiesQuery,
  WrongPartyGrouping,
} from '../../../contract/contact/wrong-parties.js';
import { PARTIES } from '../../../contract/contact/who-answers.js';
import { addDays, startOfBusinessDay } from '../../../contract/shared/date.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Database } from '../../platform/db/database.js';
import type { Statement } from '../../platform/db/sql.js';
import { GROUPED, shareOf, type CountedCalls } from '../../domain/calls/wrong-parties.rules.js';

const MAX_ROWS = 200;

interface CountedRow extends CountedCalls {
  key: string;
  name: string;
  allAnswered: number;
  allBorrower: number;
  allWrong: number;
}

/** How often calls reach somebody else than the borrower, by whom and by what. */
@Injectable()
export class WrongPartiesQueries {
  constructor(private readonly database: Database) {}

  async of(actor: Actor, { by, from, to }: WrongPartiesQuery): Promise<WrongParties> {
    const times = [startOfBusinessDay(from), startOfBusinessDay(addDays(to, 1))];
    const found = await this.database.rows<CountedRow>(counted(actor, by, times));
    const [{ allAnswered = 0, allBorrower = 0, allWrong = 0 } = {}] = found;
    return {
      all: shareOf({ answered: Number(allAnswered), borrower: Number(allBorrower), wrong: Number(allWrong) }),
      rows: found.map(({ key, name, answered, borrower, wrong }) => ({
        ...{ key, name },
        ...shareOf({ answered: Number(answered), borrower: Number(borrower), wrong: Number(wrong) }),
      })),
    };
  }
}

/** A leader's are those of the team, as they were called. */
function counted({ role, groupId, institutionIds }: Actor, by: WrongPartyGrouping, times: Date[]): Statement {
  const { key, name, with: joined } = GROUPED[by];
  const isLeader = role === 'leader';
  const places = institutionIds.map(() => '?').join(', ');
  const sums = {
    answered: 'COUNT(*)',
    borrower: "SUM(h.party = 'BORROWER')",
    wrong: "SUM(h.party = 'WRONG_NUMBER')",
  };
  return {
    text: `
      SELECT CAST(${key} AS CHAR) AS \`key\`, MAX(${name}) AS name, ${sums.answered} AS answered,
        ${sums.borrower} AS borrower, ${sums.wrong} AS wrong, SUM(${sums.answered}) OVER () AS allAnswered,
        SUM(${sums.borrower}) OVER () AS allBorrower, SUM(${sums.wrong}) OVER () AS allWrong
      FROM phone_call h ${joined}
      WHERE ${isLeader ? 'h.group_id = ?' : `h.institution_id IN (${places})`} AND h.direction = 'OUT'
        AND h.requested_at >= ? AND h.requested_at < ? AND h.party IN (${PARTIES.map(() => '?').join(', ')})
      GROUP BY ${key} ORDER BY wrong DESC, answered DESC LIMIT ${MAX_ROWS}`,
    params: [...(isLeader ? [groupId] : institutionIds), ...times, ...PARTIES],
  };
}
