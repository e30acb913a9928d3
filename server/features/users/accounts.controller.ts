import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { AccountChange, UserListQuery } from '../../../contract/administration/users.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { AccountsService } from './accounts.service.js';
import { UsersQueries } from './users.queries.js';

/** The accounts of institutions: the same people as under manage/user. */
@Controller('institutionalManagement/accounts')
export class AccountsController {
  constructor(
    private readonly queries: UsersQueries,
    private readonly accounts: AccountsService,
  ) {}

  @Summary('List accounts by institution and role')
  @Get()
  @Allow('user:read')
  list(@CurrentActor() actor: Actor, @Query({ schema: UserListQuery }) query: UserListQuery) {
    return this.queries.list(actor, query);
  }

  @Summary('Enable, disable or move several accounts')
  @Post()
  @HttpCode(200)
  @Allow('user:manage')
  alter(@CurrentActor() actor: Actor, @Body({ schema: AccountChange }) change: AccountChange) {
    return this.accounts.alter(actor, change);
  }
}
