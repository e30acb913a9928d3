import { Controller, Get, Query } from '@nestjs/common';
import { MenuQuery } from '../../../contract/session.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { AllowSession } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { MenuQueries } from './menu.queries.js';

@Controller('menu')
export class MenuController {
  constructor(private readonly queries: MenuQueries) {}

  @Summary('List the entries of the side bar that the caller may open')
  @Get('asideMenu')
  @AllowSession()
  asideMenu(@CurrentActor() actor: Actor, @Query({ schema: MenuQuery }) query: MenuQuery) {
    return this.queries.asideMenu(actor, query.userId ?? actor.userId);
  }
}
