import { Module } from '@nestjs/common';
import { BackupsModule } from '../health/backups.module.js';
import { SessionModule } from '../session/session.module.js';
import { FirstAdministratorService } from './first-administrator.service.js';
import { SetupSkipsService } from './setup-skips.service.js';
import { SetupQueries } from './setup.queries.js';

const providers = [FirstAdministratorService, SetupQueries, SetupSkipsService];

@Module({ imports: [BackupsModule, SessionModule], providers, exports: providers })
export class SetupModule {}
