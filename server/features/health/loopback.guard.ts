import { type CanActivate, type ExecutionContext, Injectable, NotFoundException } from '@nestjs/common';
import type { Request } from '../../platform/auth/actor.js';

/** Lets in only who asks from this machine itself: a request that a proxy passed on came from elsewhere. */
@Injectable()
export class LoopbackGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { raw } = context.switchToHttp().getRequest<Request>();
    const local = /^(127\.|::1$|::ffff:127\.)/.test(raw.socket.remoteAddress ?? '');
    if (!local || raw.headers['x-forwarded-for'] || raw.headers['forwarded']) throw new NotFoundException();
    return true;
  }
}
