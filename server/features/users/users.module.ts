import { Module } from '@nestjs/common';
import { SessionModule } from '../session/session.module.js';
import { AccountsService } from './accounts.service.js';
import { ActivationsService } from './activations.service.js';
import { UserPicturesService } from './user-pictures.service.js';
import { UsersQueries } from './users.queries.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [SessionModule],
  providers: [AccountsService, ActivationsService, UserPicturesService, UsersQueries, UsersService],
  exports: [AccountsService, ActivationsService, UserPicturesService, UsersQueries, UsersService],
})
export class UsersModule {}
