import { type CanActivate, type ExecutionContext, Injectable, NotFoundException } from '@nestjs/common';
import type { Request } from '../../platform/auth/actor.js';
import { isLocal } from '../../platform/metrics/scrape.rules.js';

/** Lets in only who asks from this machine itself. */
@Injectable()
export class LoopbackGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (!isLocal(context.switchToHttp().getRequest<Request>().raw)) throw new NotFoundException();
    return true;
  }
}
