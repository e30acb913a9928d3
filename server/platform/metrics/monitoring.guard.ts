import { type CanActivate, type ExecutionContext, Injectable, NotFoundException } from '@nestjs/common';
import type { Request } from '../auth/actor.js';
import { Config } from '../config/config.js';
import { mayScrape } from './scrape.rules.js';

/** For everybody but monitoring there is nothing here. */
@Injectable()
export class MonitoringGuard implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const { raw } = context.switchToHttp().getRequest<Request>();
    if (!mayScrape(raw, this.config)) throw new NotFoundException();
    return true;
  }
}
