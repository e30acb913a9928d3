import { Injectable } from '@nestjs/common';
import type { CallOutcome } from '../../../../../contract/contact/call-results.js';
import {
  SCRIPT_ITEMS,
  SCRIPT_RESULTS,
  type FirstContactScript,
  type ScriptState,
} from '../../../../../contract/contact/first-contact.js';
import type { Actor } from '../../../../platform/auth/actor.js';
import { casesOf } from '../../../../platform/auth/scope.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/db/database.js';
import { sql, type Statement } from '../../../../platform/db/sql.js';
import { AppError } from '../../../../platform/http/app-error.js';
import { Settings } from '../../../../platform/settings/settings.js';
import { firstContactCall } from '../../../../domain/calls/first-contact.sql.js';
import type { RecordInput } from '../../../../domain/cases/records/record.rules.js';

/** Words of the law that a collector says to a borrower who is talked to for the first time. */
@Injectable()
export class FirstContactService {
  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** @throws case.notFound */
  async script(actor: Actor, caseId: number): Promise<FirstContactScript | null> {
    const { isRequired, legalSource, ...words } = await this.inForce(actor);
    const row = await this.database.row<{ callId: number | null }>(sql`
      SELECT ${firstContactCall(actor, this.clock.now())} AS callId FROM collection_case c
      WHERE c.id = ${caseId} AND ${casesOf(actor)}`);
    if (!row) throw new AppError('case.notFound');
    if (!isRequired || row.callId === null) return null;
    const items = SCRIPT_ITEMS.map((item) => ({ item, words: words[item] }));
    return { callId: row.callId, items, legalSource };
  }

  /** The call whose borrower has to be told before the result is recorded: a column of case `c`. */
  async callFor(actor: Actor, { result }: CallOutcome, now: Date): Promise<Statement | undefined> {
    const { isRequired, talkFrom } = await this.inForce(actor);
    return isRequired && SCRIPT_RESULTS.includes(result) ? firstContactCall(actor, now, talkFrom) : undefined;
  }

  /** The older client knows no script: its record is taken. @throws record.script for each item that is missing */
  judge({ script, wholeAmount }: RecordInput): ScriptState {
    if (wholeAmount) return 'UNCONFIRMED';
    const missing = SCRIPT_ITEMS.filter((item) => !script?.includes(item));
    if (missing.length === 0) return 'CONFIRMED';
    const fields = missing.map((item) => ({ field: `script.${item}`, rule: 'record.script' as const }));
    throw new AppError('record.script', {}, fields);
  }

  private async inForce({ institutionId }: Actor) {
    return (await this.settings.of(institutionId)).configured.firstContact;
  }
}
