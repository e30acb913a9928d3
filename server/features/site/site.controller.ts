import { Controller, Get } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { SiteService } from './site.service.js';

@Controller('site')
export class SiteController {
  constructor(private readonly site: SiteService) {}

  @Summary('Read whether the site is live, and which providers are connected')
  @Get('status')
  @Allow('system:manage')
  status(@CurrentActor() actor: Actor) {
    return this.site.status(actor);
  }
}
