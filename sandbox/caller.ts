import { randomUUID } from 'node:crypto';
import type { CasePage } from '../contract/cases/cases.js';
import type { CallResult } from '../contract/codes.js';
import { callStatusOf, isLiveCall, type CallRow, type MadeCall } from '../contract/contact/calls.js';
import type { ContactPreview } from '../contract/contact/contact-compliance.js';
import type { Page } from '../contract/shared/page.js';
import type { Heartbeat } from '../contract/team/presence.js';
import type { Random } from '../server/seeds/generators/random.js';
import { RESULT_CODES } from '../contract/result-codes.js';
import { Refused, type Office } from './office.js';

type Phone = Heartbeat['phone'];

/** Beats that a collector reads, speaks and writes for. */
const BETWEEN = [2, 16] as const;
const TALK = [3, 8] as const;
const WRITES = [1, 5] as const;
/** Outcomes of a talk that promise nothing: the demo's promises are made by who tries it. */
const RESULTS: readonly CallResult[] = ['ND', 'PTN'];
const LOOKED_AT = 20;
const SIGNED_OUT: readonly string[] = [RESULT_CODES.sessionGone, RESULT_CODES.sessionRefused];

interface OwnCall extends MadeCall {
  taskId: number;
  contactId: number;
}

/** One collector who calls, says who answers, talks, hangs up and records, one step with each beat. */
export class Caller {
  private phone: Phone = 'FREE';
  private left: number;
  private call: OwnCall | null = null;
  private status: ReturnType<typeof callStatusOf> = null;

  constructor(
    private readonly random: Random,
    private readonly office: Pick<Office, 'get' | 'post'>,
  ) {
    this.left = random.between(0, BETWEEN[1]);
  }

  /** A refusal is taken as people take it: this case is left, and another one is tried. @throws Refused when signed out */
  async step(): Promise<Phone> {
    try {
      this.phone = await this.next();
    } catch (error) {
      if (!(error instanceof Refused) || SIGNED_OUT.includes(error.code)) throw error;
      // The borrower was quicker to hang up: the next look at the call sees it.
      if (this.phone !== 'CALL') this.phone = this.wait('FREE', BETWEEN);
    }
    return this.phone;
  }

  private async next(): Promise<Phone> {
    if (this.phone === 'CALL') return this.talk(this.call!);
    if (this.left-- > 0) return this.phone;
    if (this.phone === 'FREE') return this.dial();
    await this.record(this.call!);
    return this.wait('FREE', BETWEEN);
  }

  private async dial(): Promise<Phone> {
    const query = `task/listing?contactable=now&size=${LOOKED_AT}`;
    const { result } = await this.office.get<CasePage>(query);
    if (result.length === 0) return this.wait('FREE', BETWEEN);
    const taskId = this.random.pick(result).id;
    const { contacts } = await this.office.get<ContactPreview>(`contact/preview?taskId=${taskId}`);
    const contact = contacts.find(({ channels }) => channels.CALL.allow);
    if (!contact) return this.wait('FREE', BETWEEN);
    const { contactId } = contact;
    const clientRequestId = randomUUID();
    const made = await this.office.post<MadeCall>('softPhone/makeCall', {
      taskId,
      contactId,
      clientRequestId,
    });
    this.call = { ...made, taskId, contactId };
    return this.wait('CALL', TALK);
  }

  private async talk({ callId }: OwnCall): Promise<Phone> {
    const { result } = await this.office.get<Page<CallRow>>('softPhone/callRecordList?size=5');
    const call = result.find((row) => row.callId === callId);
    if (!call) return this.wait('FREE', BETWEEN);
    if (call.answerTime !== null && call.party === null)
      await this.office.post('softPhone/whoAnswers', { callId, answer: 'BORROWER' });
    if (!isLiveCall(call.state)) {
      this.status = callStatusOf(call);
      return this.wait('WRAP_UP', WRITES);
    }
    if (call.state === 'ANSWERED' && !call.hangingUp && this.left-- <= 0)
      await this.office.post('softPhone/hangUp', { callId });
    return 'CALL';
  }

  private async record({ taskId, contactId }: OwnCall): Promise<void> {
    if (this.status === null) return;
    await this.office.post('task/record', {
      ...{ taskId, contactId, callStatus: this.status, clientRequestId: randomUUID() },
      ...(this.status === 'CONNECTED' && { callResult: this.random.pick(RESULTS) }),
    });
  }

  private wait(phone: Phone, [least, longest]: readonly [number, number]): Phone {
    this.left = this.random.between(least, longest);
    return phone;
  }
}
