import { Controller, Get } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { SetupQueries } from './setup.queries.js';

@Controller('setup')
export class SetupController {
  constructor(private readonly queries: SetupQueries) {}

  @Summary('List what a new installation still lacks')
  @Get('steps')
  @Allow('setup:read')
  steps(@CurrentActor() actor: Actor) {
    return this.queries.steps(actor);
  }
}
