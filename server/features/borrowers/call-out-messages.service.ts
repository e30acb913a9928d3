import { Injectable } from '@nestjs/common';
import type { CallOutMessage } from '../../../contract/cases/borrowers.js';
import type { RecordAnswer } from '../../../contract/cases/records.js';
import type { Actor } from '../../platform/auth/actor.js';
import { RecordsService } from '../case-work/cases/records/records.service.js';

/** The note left when nobody could be reached: a memo in the collection log, which is no action and changes no state. */
@Injectable()
export class CallOutMessagesService {
  constructor(private readonly records: RecordsService) {}

  /** The same clientRequestId again has no effect. @throws case.notFound, case.closed, case.notAllowed, contact.notFound */
  leave(
    actor: Actor,
    { taskId, contactId, message, clientRequestId }: CallOutMessage,
  ): Promise<RecordAnswer> {
    return this.records.record(actor, {
      taskId,
      contactId,
      contactType: 'CALL',
      callResult: 'MEMO',
      notes: message,
      clientRequestId,
    });
  }
}
