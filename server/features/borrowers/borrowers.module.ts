import { Module } from '@nestjs/common';
import { CasesModule } from '../case-work/cases/cases.module.js';
import { BorrowersQueries } from './borrowers.queries.js';
import { CallRecordQueries } from './call-record.queries.js';
import { CallOutMessagesService } from './call-out-messages.service.js';
import { ContactsService } from './contacts.service.js';
import { DeviceDataQueries } from './device-data.queries.js';
import { IdentityIntakeService } from './intake/identity-intake.service.js';
import { NoticesService } from './intake/notices.service.js';
import { PicturesIntakeService } from './intake/pictures-intake.service.js';
import { VisitsIntakeService } from './intake/visits-intake.service.js';
import { PicturesService } from './pictures.service.js';
import { RevealsService } from './reveals.service.js';

const providers = [
  BorrowersQueries,
  CallOutMessagesService,
  CallRecordQueries,
  ContactsService,
  DeviceDataQueries,
  IdentityIntakeService,
  NoticesService,
  PicturesIntakeService,
  PicturesService,
  RevealsService,
  VisitsIntakeService,
];

@Module({ imports: [CasesModule], providers, exports: providers })
export class BorrowersModule {}
