import { Body, Controller, Get, Post } from '@nestjs/common';
import { SetupResume, SetupSkipForm } from '../../../contract/administration/setup.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { SetupSkipsService } from './setup-skips.service.js';
import { SetupQueries } from './setup.queries.js';

@Controller('setup')
export class SetupController {
  constructor(
    private readonly queries: SetupQueries,
    private readonly skips: SetupSkipsService,
  ) {}

  @Summary('List what a new installation still lacks')
  @Get('steps')
  @Allow('setup:read')
  steps(@CurrentActor() actor: Actor) {
    return this.queries.steps(actor);
  }

  @Summary('Say that the institution does not need a step, and why')
  @Post('skip')
  @Allow('institution:manage')
  skip(@CurrentActor() actor: Actor, @Body({ schema: SetupSkipForm }) form: SetupSkipForm) {
    return this.skips.skip(actor, form);
  }

  @Summary('Take a step into the check list again')
  @Post('resume')
  @Allow('institution:manage')
  resume(@CurrentActor() actor: Actor, @Body({ schema: SetupResume }) { step }: SetupResume) {
    return this.skips.resume(actor, step);
  }
}
