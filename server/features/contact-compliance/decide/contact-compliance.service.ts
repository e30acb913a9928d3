import { Injectable } from '@nestjs/common';
import type { ComplianceDecision } from '../../../../contract/contact/contact-compliance.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/db/database.js';
import type { Statement } from '../../../platform/db/sql.js';
import type { Tx } from '../../../platform/db/unit-of-work.js';
import { Site } from '../../../platform/site/site.js';
import { AppError } from '../../../platform/http/app-error.js';
import { factsOf } from '../../../domain/contact-compliance/decide/facts.rules.js';
import {
  decide,
  type ContactAttempt,
  type ComplianceFacts,
} from '../../../domain/contact-compliance/decide/compliance.rules.js';
import {
  factStatements,
  type CheckedAct,
  type FactElements,
  type FactRows,
} from '../../../domain/contact-compliance/decide/compliance.sql.js';
import {
  linkedCall,
  manualEntry,
  writeManual,
  type ManualAct,
  type ManualRow,
  type TakenSlot,
} from '../../../domain/contact-compliance/decide/manual-acts.writes.js';
import {
  insertReceipt,
  noteConversation,
  receiptOf,
  saveWindow,
} from '../../../domain/contact-compliance/decide/receipts.writes.js';
import { THROUGH_GATE } from '../../../domain/stops/forbidden.sql.js';

export type { ContactAttempt };

/** How many statements `entries` is. */
export const COMPLIANCE_ENTRIES = 8;

/**
 * Judges contacts inside the command that makes them, in that command's two round trips.
 *
 * Guarantees: acts on one borrower are judged one after the other (`entries` locks his row), so that one slot is spent
 * once, also when several people act on different cases of his; every decision is stored, refused ones too; an act that was allowed has
 * its slot when the command commits; a stop or a complaint's hold that commits before is seen (THROUGH_GATE). Who may see the case is the command's to ask. Put `entries` before the
 * statement that locks the case: two commands that hold two cases of one borrower would wait for each other.
 *
 * A command commits the refused receipt and throws `refusal` after its transaction.
 */
@Injectable()
export class ContactComplianceService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly site: Site,
  ) {}

  /** For the command's first read. */
  entries(act: CheckedAct, now: Date): Statement[] {
    return [THROUGH_GATE, ...factStatements(act, now, true)];
  }

  /** Decides and writes the receipt. Never throws for a refusal. @param rows what `entries` answered, in order */
  judge(tx: Tx, act: ContactAttempt, rows: readonly object[][]): ComplianceDecision {
    const read = rows.slice(1) as FactRows;
    const facts = factsOf(read);
    if (!facts) throw new AppError('case.notFound');
    if (!facts.contact) throw new AppError('contact.notFound');
    const verdict = decide(facts, { ...act, isOff: this.site.isChannelOff(act.channel) }, tx.now);
    const receipt = receiptOf(act, verdict, facts, read, tx.now);
    tx.write(insertReceipt(receipt));
    if (receipt.counted) saveWindow(tx, receipt, facts.where);
    tx.emit('contact.judged', {
      caseId: act.caseId,
      contactId: act.contactId,
      receiptId: act.receiptId,
      channel: act.channel,
      incoming: act.incoming ?? false,
      allowed: verdict.allow,
      rules: verdict.reasons.map(({ rule }) => rule),
    });
    return { decisionId: act.receiptId, ...verdict };
  }

  /** The refusal of a decision, to be thrown when its receipt is committed. */
  refusal(decision: ComplianceDecision): AppError {
    return new AppError('guard.refused', {}, [], { decision });
  }

  /** For the first read of a command that records a contact made without us. */
  manualEntry(caseId: number, now: Date): Statement {
    return manualEntry(caseId, now);
  }

  /** It takes a slot, unless it describes one of our own calls; a conversation counts in both cases. */
  recordManual(tx: Tx, act: ManualAct, rows: readonly ManualRow[]): TakenSlot | null {
    const linked = linkedCall(rows, act, tx.now);
    if (linked === null) {
      writeManual(tx, act, rows);
      return { receiptId: act.receiptId, own: true };
    }
    if (!act.spoken || linked.conversationAt !== null) return null;
    noteConversation(tx, linked.receiptId, tx.now);
    return { receiptId: linked.receiptId, own: false };
  }

  /**
   * Asked by a worker right before it submits a contact that has waited: is it still allowed now? It has its slot;
   * all else is asked anew: a payment has come, the case is closed, a hold was placed, the hours are over. In `tx`, which
   * went through the gate before, no stop that commits first is missed.
   */
  async stillAllowed(
    act: CheckedAct & Pick<ContactAttempt, 'receiptId' | 'channel'>,
    tx?: Pick<Tx, 'read' | 'now'>,
  ): Promise<ComplianceDecision> {
    const now = tx?.now ?? this.clock.now();
    const facts = tx
      ? factsOf(await tx.read<FactElements>(...factStatements(act, now, false)))
      : await this.facts(act, now);
    if (!facts) throw new AppError('case.notFound');
    const { receiptId, channel } = act;
    const check = { channel, isCounted: true, isOff: this.site.isChannelOff(channel) };
    return { decisionId: receiptId, ...decide(facts, check, now) };
  }

  /** Facts of a decision on this contact, without a lock; null when there is no such case. */
  async facts(act: CheckedAct, now: Date): Promise<ComplianceFacts | null> {
    const rows = await this.database.readTogether<FactElements>(...factStatements(act, now, false));
    return factsOf(rows);
  }
}
