import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Group } from '../groups/group.entity.js';
import { Institution } from '../institutions/institution.entity.js';
import { Queue } from '../queues/queue.entity.js';
import { SessionModule } from '../session/session.module.js';
import { AccountsService } from './accounts.service.js';
import { User } from './user.entity.js';
import { UsersQueries } from './users.queries.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Group, Institution, Queue, User]), SessionModule],
  providers: [AccountsService, UsersQueries, UsersService],
  exports: [AccountsService, UsersQueries, UsersService],
})
export class UsersModule {}
