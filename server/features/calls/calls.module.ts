import { Module, type OnModuleInit } from '@nestjs/common';
import { rooms } from '../../../contract/realtime.js';
import { Audience } from '../../platform/realtime/audience.js';
import { ContactComplianceModule } from '../contact-compliance/contact-compliance.module.js';
import { CallLinesService } from './call-lines.service.js';
import { CallRecordingsService } from './call-recordings.service.js';
import { CallReportsService } from './call-reports.service.js';
import { CallUpkeepService } from './call-upkeep.service.js';
import { AsteriskEventsService } from './telephone/asterisk-events.service.js';
import { AsteriskTelephone } from './telephone/asterisk-telephone.client.js';
import { SignedTelephone } from './telephone/signed-telephone.client.js';
import { TelephoneService } from './telephone/telephone.service.js';
import { CallsQueries } from './calls.queries.js';
import { CallsService } from './calls.service.js';
import { IncomingCallsService } from './incoming-calls.service.js';
import { WhoAnswersService } from './who-answers.service.js';

const providers = [
  AsteriskEventsService,
  CallLinesService,
  CallRecordingsService,
  CallReportsService,
  CallsQueries,
  CallsService,
  CallUpkeepService,
  TelephoneService,
  WhoAnswersService,
];

@Module({
  imports: [ContactComplianceModule],
  providers: [AsteriskTelephone, IncomingCallsService, SignedTelephone, ...providers],
  exports: providers,
})
export class CallsModule implements OnModuleInit {
  constructor(
    private readonly audience: Audience,
    private readonly queries: CallsQueries,
  ) {}

  onModuleInit(): void {
    this.audience.register('call', async (actor, { callId }) => {
      const call = actor.kiosk ? null : await this.queries.one(actor, callId);
      return call && { rooms: [rooms.call(callId)] };
    });
  }
}
