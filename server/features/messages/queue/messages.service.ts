import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CaseStatus } from '../../../../contract/codes.js';
import type { ComplianceDecision } from '../../../../contract/contact/contact-compliance.js';
import { CONTACT_CHANNEL_OF } from '../../../../contract/contact/message-texts.js';
import type { MessageRow, SendMessage, SendMessageOlder } from '../../../../contract/contact/messages.js';
import { businessDay } from '../../../../contract/shared/date.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { casesOf } from '../../../platform/auth/scope.js';
import { maskPhonesIn, Vault } from '../../../platform/crypto/vault.js';
import { Database } from '../../../platform/db/database.js';
import { Ids } from '../../../platform/db/ids.js';
import { UnitOfWork, type Claim, type Tx } from '../../../platform/db/unit-of-work.js';
import { Settings } from '../../../platform/settings/settings.js';
import { AppError, fieldError } from '../../../platform/http/app-error.js';
import { BehaviourRecords } from '../../../platform/behaviour/behaviour-records.js';
import { nextStatus, refusalOf } from '../../../domain/cases/case.rules.js';
import {
  COMPLIANCE_ENTRIES,
  ContactComplianceService,
  type ContactAttempt,
} from '../../contact-compliance/decide/contact-compliance.service.js';
import { ScoreCardsService } from '../../case-work/score-cards/score-cards.service.js';
import type { DayCaseRow } from '../../../domain/score-cards/score-card.rules.js';
import { bodyOf, checkLimits, compose, limitsIn } from '../../../domain/messages/message.rules.js';
import {
  borrowerContact,
  channelsOf,
  failedOf,
  limitsOf,
  lockSendCase,
  lockCounted,
  sendContact,
  countedToday,
  templateOf,
  type CountRecord,
  type LimitsRecord,
  type SendContact,
  type SendState,
  type CountedContacts,
  type TemplateRecord,
} from '../../../domain/messages/message.sql.js';
import { writeMessage } from '../../../domain/messages/queue/message.writes.js';
import { MessagesQueries } from './messages.queries.js';
import { statusChanged } from '../../../domain/cases/records/record.sql.js';

export type SendInput = SendMessage;

/** Prepared before the transaction begins. */
interface Prepared {
  id: number;
  act: ContactAttempt;
  /** Places that the message may name. */
  places: readonly string[];
}

/** All that a message is made of, read with counters, borrower and case locked. */
interface Draft {
  actor: Actor;
  input: SendInput;
  id: number;
  state: SendState;
  status: CaseStatus;
  contact: SendContact;
  template: TemplateRecord;
  /** The template's text, and the text that goes out. */
  body: string;
  text: string;
  counted: CountedContacts;
}
type Kept = { id: number };
type Sent = MessageRow | ComplianceDecision | { repeated: number };
type ListsOf<Rows extends unknown[]> = { [Index in keyof Rows]: Rows[Index][] };
type Rows = ListsOf<
  [
    SendState,
    SendContact,
    TemplateRecord,
    LimitsRecord,
    { channels: string },
    CountRecord,
    DayCaseRow,
    { id: number },
  ]
>;

/**
 * Takes a message on: limits, guard, the message, the case and the events in one transaction of two round trips. It does
 * not send: a job of the event does. Messages of one account wait for each other, so the limit is never exceeded.
 */
@Injectable()
export class MessagesService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly scoreCards: ScoreCardsService,
    private readonly compliance: ContactComplianceService,
    private readonly ids: Ids,
    private readonly vault: Vault,
    private readonly queries: MessagesQueries,
    private readonly settings: Settings,
    private readonly behaviours: BehaviourRecords,
  ) {}

  /**
   * The same clientRequestId again has no effect and the first one's answer.
   *
   * @throws case.notFound, request.reused, case.closed, case.notAllowed, contact.notFound, message.channelNotGranted,
   * message.notFailed, message.templateNotFound, message.accountLimit, message.caseLimit, guard.refused, and what `compose` throws
   */
  async send(actor: Actor, input: SendInput): Promise<MessageRow> {
    const [id, receiptId] = (await this.ids.takeMany(2)) as [number, number];
    const act = {
      receiptId,
      caseId: input.taskId,
      contactId: input.contactId,
      channel: CONTACT_CHANNEL_OF[input.channel],
      actorId: actor.userId,
      templateId: input.templateId,
    };
    const places = await this.settings.placesOf(actor.institutionId);
    const key = ['message', input.clientRequestId, input] as const;
    const answer = await this.uow.onceLocked<Kept, Sent>(actor, key, (tx, claim) =>
      this.sendWithin(tx, claim, actor, input, { id, act, places }),
    );
    // The refusal's receipt is committed, so the refusal may be thrown.
    if ('allow' in answer) throw this.compliance.refusal(answer);
    return 'repeated' in answer ? this.queries.row(actor, answer.repeated) : answer;
  }

  /**
   * The older client's: by the template's channel, to the borrower's own number.
   *
   * @throws also message.templateNotFound, contact.notFound, case.notFound before anything is locked
   */
  async sendToBorrower(actor: Actor, input: SendMessageOlder): Promise<MessageRow> {
    const { taskId, templateId, params, clientRequestId = randomUUID() } = input;
    const [contact, template] = await Promise.all([
      this.database.row<{ id: number | null }>(borrowerContact(actor, taskId)),
      this.database.row<TemplateRecord>(templateOf(templateId, actor.institutionId)),
    ]);
    if (!contact) throw new AppError('case.notFound');
    if (contact.id === null) throw new AppError('contact.notFound');
    if (!template) throw new AppError('message.templateNotFound');
    const { channel } = template;
    const order = {
      taskId,
      contactId: contact.id,
      templateId,
      params,
      channel,
      language: 'es',
      clientRequestId,
    } as const;
    return this.send(actor, order);
  }

  private async sendWithin(
    tx: Tx,
    claim: Claim<Kept>,
    actor: Actor,
    input: SendInput,
    prepared: Prepared,
  ): Promise<Sent> {
    const { act } = prepared;
    const counted: CountedContacts = {
      senderId: actor.userId,
      caseId: input.taskId,
      day: businessDay(tx.now),
    };
    // A write first: it makes the counters and locks them in the same round trip.
    tx.write(lockCounted(counted));
    const answers = await claim.read<object[]>(
      ...this.compliance.entries(act, tx.now),
      lockSendCase(casesOf(actor), input.taskId),
      sendContact(input.taskId, input.contactId),
      templateOf(input.templateId, actor.institutionId),
      limitsOf(actor.institutionId),
      channelsOf(actor.userId),
      countedToday(counted),
      this.scoreCards.entries([input.taskId], tx.now),
      ...(input.againOf === undefined ? [] : [failedOf(input.againOf, input.taskId, actor.userId)]),
    );
    const rows = answers.slice(COMPLIANCE_ENTRIES) as unknown as Rows;
    const [[state], , , , , , days, failed = []] = rows;
    if (!state) throw new AppError('case.notFound');
    const earlier = claim.earlier();
    if (earlier) return { repeated: earlier.id };
    if (input.againOf !== undefined && !failed[0]) throw new AppError('message.notFailed');
    const draft = draftOf(actor, input, prepared, state, rows, counted);
    const decision = this.compliance.judge(tx, act, answers.slice(0, COMPLIANCE_ENTRIES));
    if (!decision.allow) return decision;
    claim.keep({ id: draft.id });
    return this.write(tx, draft, decision, days);
  }

  private write(tx: Tx, draft: Draft, decision: ComplianceDecision, days: DayCaseRow[]): MessageRow {
    const { actor, input, id, state, status, contact, template, body, text, counted } = draft;
    tx.write(statusChanged(input.taskId, status));
    const answer = rowOf(draft, tx.now);
    const { borrowerId, amount, status: statusBefore } = state;
    const message = {
      id,
      borrowerId,
      amount,
      contact,
      template,
      body,
      text,
      againOf: input.againOf,
      counted,
      statusBefore,
      statusAfter: status,
    };
    const queued = writeMessage(tx, this.vault, message, decision);
    const behaviour = {
      type: 'SEND',
      caseId: input.taskId,
      contactId: contact.id,
      detail: input.channel,
    } as const;
    this.behaviours.recordIn(tx, actor, id, behaviour);
    this.scoreCards.apply(tx, [queued], days);
    return answer;
  }
}

/** Everything but the guard, in the order in which a person would look for the reason. */
function draftOf(
  actor: Actor,
  input: SendInput,
  { id, places }: Prepared,
  state: SendState,
  rows: Rows,
  counted: CountedContacts,
): Draft {
  const [, [contact], [template], limits, [grants], used] = rows;
  if (!contact) throw new AppError('contact.notFound');
  if (!grants?.channels.split(',').includes(input.channel))
    throw new AppError('message.channelNotGranted', { channel: input.channel });
  if (!template) throw new AppError('message.templateNotFound');
  if (template.channel !== input.channel) throw fieldError('request.invalid', 'channel');
  const event = input.channel === 'IVR' ? 'noteRecorded' : 'actionRecorded';
  const status = nextStatus(state.status, event, state.ownerId !== null);
  if (status === null) throw new AppError(refusalOf(state.status));
  if (state.amount === 0) throw new AppError('case.nothingDue');
  const inForce = limitsIn(limits);
  const body = bodyOf(template, input.language);
  if (!body) throw fieldError('request.invalid', 'language');
  const { channel } = template;
  const facts = { ...state, agentName: actor.name };
  const text = compose({ body, channel }, input.params, facts, inForce, places);
  checkLimits(used, inForce);
  return { actor, input, id, state, status, contact, template, body, text, counted };
}

function rowOf({ actor, input, id, state, contact, template, text }: Draft, now: Date): MessageRow {
  return {
    id,
    taskId: input.taskId,
    channel: input.channel,
    status: 'QUEUED',
    templateId: template.id,
    templateName: template.name,
    text: maskPhonesIn(text, state.loanId),
    contactId: contact.id,
    contactName: contact.name,
    contactRelation: contact.relation,
    phone: contact.phoneMask,
    sender: actor.name,
    attempts: 0,
    reason: null,
    reasonParams: {},
    createdAt: now.toISOString(),
    sentAt: null,
    endedAt: null,
    mayAgain: false,
    againOf: input.againOf ?? null,
    simulated: false,
    version: 1,
  };
}
