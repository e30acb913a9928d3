import { Module } from '@nestjs/common';
import { SessionModule } from '../session/session.module.js';
import { AccountsService } from './accounts.service.js';
import { UserPicturesService } from './user-pictures.service.js';
import { UsersQueries } from './users.queries.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [SessionModule],
  providers: [AccountsService, UserPicturesService, UsersQueries, UsersService],
  exports: [AccountsService, UserPicturesService, UsersQueries, UsersService],
})
export class UsersModule {}
