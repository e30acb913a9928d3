import { Injectable } from '@nestjs/common';
import type { AnyEvent, DomainEvent } from '../contract/events.js';
import { rooms, type Tag } from '../contract/realtime.js';
import { Publisher } from '../server/platform/realtime/publisher.js';

/**
 * Who has a case open sees its codes, deductions and extension change; who asked for a deduction hears how it ended, on
 * whatever case by then.
 */
@Injectable()
export class RepaymentFrames {
  constructor(private readonly publisher: Publisher) {}

  push(events: readonly AnyEvent[], open: ReadonlySet<string>): void {
    for (const event of events) {
      const tags = tagsOf(event);
      if (event.caseId === null || tags.length === 0) continue;
      const room = rooms.case(event.caseId);
      if (open.has(room)) this.publisher.send(room, 'tags.changed', { tags }, event.recordedAt);
      if (event.name === 'deduction.settled') this.sayEnd(event as DomainEvent<'deduction.settled'>);
      if (event.name === 'deduction.doubled') this.sayDouble(event as DomainEvent<'deduction.doubled'>);
    }
  }

  private sayEnd({ payload, recordedAt }: DomainEvent<'deduction.settled'>): void {
    const { caseId, deductionId, amount, status, requestedBy } = payload;
    const message = { caseId, deductionId, amount, status };
    for (const room of [rooms.case(caseId), rooms.user(requestedBy)])
      this.publisher.send(room, 'deduction.changed', message, recordedAt);
  }

  private sayDouble({ payload, recordedAt }: DomainEvent<'deduction.doubled'>): void {
    const { caseId, deductionId, amount, requestedBy, groupId } = payload;
    const leaders = groupId === null ? [] : [rooms.group(groupId)];
    for (const room of [rooms.user(requestedBy), ...leaders])
      this.publisher.send(room, 'deduction.doubled', { caseId, deductionId, amount }, recordedAt);
  }
}

function tagsOf({ name, caseId }: AnyEvent): Tag[] {
  const of = (...types: Tag['type'][]) => types.map((type) => ({ type, id: caseId! }));
  if (name.startsWith('repaymentCode.')) return of('RepaymentCode', 'Extension');
  if (name.startsWith('deduction.')) return of('PayLog');
  return name.startsWith('extension.') ? of('Extension', 'Plan') : [];
}
