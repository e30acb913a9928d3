import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Config } from '../config/config.js';
import { AppError } from '../http/app-error.js';
import type { Request } from './actor.js';
import { DEMAND, type Demand } from './allow.js';
import { SessionStore, actorOf, type SessionRecord } from './session-store.js';
import { verifySignature } from './signature.js';

export const TOKEN_COOKIE = 'token';
export const TOKEN_HEADER = 'x-auth-token';

/**
 * Every request passes here. A session travels twice, as the header x-auth-token and as the cookie `token` (or the header
 * `token` from clients without cookies), and both must be the same: the header proves that our own page sent the request,
 * the cookie that this browser signed in. Reads that a browser itself makes (pictures, downloads) carry the cookie alone.
 */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionStore,
    private readonly config: Config,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const demand = this.reflector.get<Demand | undefined>(DEMAND, context.getHandler());
    const request = context.switchToHttp().getRequest<Request>();
    if (!demand) throw new AppError('permission.denied');
    if (demand.kind === 'public') return true;
    if (demand.kind === 'signed') return verifySignature(request, this.config.secrets[demand.secret]);
    const record = await this.session(request);
    if (record.pending && !(demand.kind === 'session' && demand.pending)) throw new AppError('session.gone');
    const actor = actorOf(record, { requestId: request.id, language: request.state.language });
    if (demand.kind === 'permission' && !allowed(record, actor.permissions, demand)) {
      throw new AppError('permission.denied');
    }
    request.state.actor = actor;
    return true;
  }

  private async session(request: Request): Promise<SessionRecord> {
    const header = text(request.headers[TOKEN_HEADER]);
    const cookie = request.cookies[TOKEN_COOKIE] ?? text(request.headers['token']);
    if (header && cookie && header !== cookie) throw new AppError('session.refused');
    const changes = request.method !== 'GET' && request.method !== 'HEAD';
    if (changes && (!header || !cookie))
      throw new AppError(header || cookie ? 'session.refused' : 'session.gone');
    const token = cookie ?? header;
    const record = token ? await this.sessions.find(token) : null;
    if (!record) throw new AppError('session.gone');
    return record;
  }
}

function allowed(
  record: SessionRecord,
  permissions: ReadonlySet<string>,
  demand: { kind: 'permission'; permission: string },
): boolean {
  return permissions.has(demand.permission) && (!record.kiosk || demand.permission === 'board:read');
}

function text(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
