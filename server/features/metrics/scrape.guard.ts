import { type CanActivate, type ExecutionContext, Injectable, NotFoundException } from '@nestjs/common';
import type { Request } from '../../platform/auth/actor.js';
import { Config } from '../../platform/config/config.js';
import { mayScrape } from '../../platform/metrics/scrape.rules.js';

@Injectable()
export class ScrapeGuard implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const { raw } = context.switchToHttp().getRequest<Request>();
    if (!mayScrape(raw, this.config.metricsToken)) throw new NotFoundException();
    return true;
  }
}
