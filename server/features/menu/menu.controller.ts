import { Controller, Get, Query } from '@nestjs/common';
import { MenuQuery } from '../../../contract/session.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { AllowSession } from '../../platform/auth/allow.js';
import { MenuQueries } from './menu.queries.js';

@Controller('menu')
export class MenuController {
  constructor(private readonly queries: MenuQueries) {}

  @Get('asideMenu')
  @AllowSession()
  asideMenu(@CurrentActor() actor: Actor, @Query({ schema: MenuQuery }) query: MenuQuery) {
    return this.queries.asideMenu(actor, query.userId ?? actor.userId);
  }
}
