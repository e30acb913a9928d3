import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AppError } from '../http/app-error.js';
import type { Request } from './actor.js';
import { DEMAND, type Demand } from './allow.js';

/**
 * Stands behind `Admission`, which has decided over the request before its body was read: no handler runs for a request that
 * it did not admit, e.g. by a route that it does not know, or signed without a body. Runs for each message of a socket too.
 */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const demand = this.reflector.get<Demand | undefined>(DEMAND, context.getHandler());
    if (!demand || (demand.kind === 'socket') !== (context.getType() === 'ws'))
      throw new AppError('permission.denied');
    if (demand.kind === 'socket') return true;
    if (!context.switchToHttp().getRequest<Request>().state.admitted)
      throw new AppError(demand.kind === 'signed' ? 'request.signature' : 'permission.denied');
    return true;
  }
}
