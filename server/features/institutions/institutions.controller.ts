import { Controller, Get } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { InstitutionsQueries } from './institutions.queries.js';

@Controller('management/institution')
export class InstitutionsController {
  constructor(private readonly queries: InstitutionsQueries) {}

  @Get('tree')
  @Allow('user:read')
  tree(@CurrentActor() actor: Actor) {
    return this.queries.tree(actor);
  }
}
