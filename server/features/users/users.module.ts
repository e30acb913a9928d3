import { Module } from '@nestjs/common';
import { SessionModule } from '../session/session.module.js';
import { CallsModule } from '../calls/calls.module.js';
import { CasesModule } from '../case-work/cases/cases.module.js';
import { AccountsService } from './accounts.service.js';
import { ActivationsService } from './activations.service.js';
import { IdentitiesService } from './identities.service.js';
import { LoginLogsQueries } from './login-logs.queries.js';
import { MadeCodesService } from './made-codes.service.js';
import { OpenWorkService } from './open-work.service.js';
import { UserPicturesService } from './user-pictures.service.js';
import { UserSheetService } from './user-sheet.service.js';
import { UsersQueries } from './users.queries.js';
import { UsersService } from './users.service.js';

const providers = [
  AccountsService,
  ActivationsService,
  IdentitiesService,
  LoginLogsQueries,
  MadeCodesService,
  OpenWorkService,
  UserPicturesService,
  UserSheetService,
  UsersQueries,
  UsersService,
];

@Module({ imports: [CallsModule, CasesModule, SessionModule], providers, exports: providers })
export class UsersModule {}
