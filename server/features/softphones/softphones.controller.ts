import { Controller, Get } from '@nestjs/common';
import type { Softphone } from '../../../contract/softphones.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { AllowSession } from '../../platform/auth/allow.js';
import { SoftphonesQueries } from './softphones.queries.js';

@Controller('softPhone')
export class SoftphonesController {
  constructor(private readonly softphones: SoftphonesQueries) {}

  @Get('getMySoftPhone')
  @AllowSession()
  getMySoftPhone(@CurrentActor() actor: Actor): Promise<Softphone | null> {
    return this.softphones.mine(actor);
  }
}
