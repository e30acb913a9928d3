import { Module } from '@nestjs/common';
import { ExportsModule } from '../../platform/exports/exports.module.js';
import { SignInFilesService } from './sign-in-files.service.js';
import { SessionModule } from '../session/session.module.js';
import { AccountsService } from './accounts.service.js';
import { AdministratorsService } from './administrators.service.js';
import { ActivationsService } from './activations.service.js';
import { IdentitiesService } from './identities.service.js';
import { LoginLogsQueries } from './login-logs.queries.js';
import { MadeCodesService } from './made-codes.service.js';
import { MailedCodesService } from './mailed-codes.service.js';
import { OpenWorkModule } from '../open-work/open-work.module.js';
import { UserAccessService } from './user-access.service.js';
import { UserPicturesService } from './user-pictures.service.js';
import { UserSheetService } from './user-sheet.service.js';
import { UsersQueries } from './users.queries.js';
import { UsersService } from './users.service.js';

const providers = [
  AccountsService,
  ActivationsService,
  AdministratorsService,
  IdentitiesService,
  LoginLogsQueries,
  SignInFilesService,
  MadeCodesService,
  MailedCodesService,
  UserAccessService,
  UserPicturesService,
  UserSheetService,
  UsersQueries,
  UsersService,
];

@Module({ imports: [ExportsModule, OpenWorkModule, SessionModule], providers, exports: providers })
export class UsersModule {}
