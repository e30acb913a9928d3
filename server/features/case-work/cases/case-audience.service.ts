import { Injectable, type OnModuleInit } from '@nestjs/common';
import { rooms } from '../../../../contract/realtime.js';
import { Audience } from '../../../platform/realtime/audience.js';
import { CasesQueries } from './cases.queries.js';

/** All people in whose scope the case is may watch it. */
@Injectable()
export class CaseAudience implements OnModuleInit {
  constructor(
    private readonly audience: Audience,
    private readonly cases: CasesQueries,
  ) {}

  onModuleInit(): void {
    this.audience.register('case', async (actor, { caseId }) => {
      const found = actor.kiosk ? undefined : await this.cases.version(actor, caseId);
      return found
        ? { rooms: [rooms.case(caseId), rooms.borrower(found.borrowerId)], version: found.version }
        : null;
    });
  }
}
