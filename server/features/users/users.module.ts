import { Module } from '@nestjs/common';
import { SessionModule } from '../session/session.module.js';
import { UsersQueries } from './users.queries.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [SessionModule],
  providers: [UsersQueries, UsersService],
  exports: [UsersQueries, UsersService],
})
export class UsersModule {}
