import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { UNATTENDED_HEADER } from '../../../contract/attendance.js';
import { Config } from '../config/config.js';
import { AppError } from '../http/app-error.js';
import type { Request } from './actor.js';
import { DEMAND, RAW, type Demand } from './allow.js';
import { SessionStore, actorOf, type SessionRecord } from './session-store.js';
import { verifySignature } from './signature.js';
import { callerOf, TokenBuckets } from './token-buckets.js';

export const TOKEN_COOKIE = 'token';
export const TOKEN_HEADER = 'x-auth-token';

/**
 * What one address may ask for without a session. A call centre has one address: when hundreds come at eight o'clock they
 * need three calls each, so the bucket is large; and it refuses one call, never an address.
 */
const PUBLIC_CALLS = { burst: 600, perSecond: 20 };

/**
 * Every request passes here. A session travels twice, as the header x-auth-token and as the cookie `token` (or the header
 * `token` from clients without cookies), and both must be the same: the header proves that our own page sent the request,
 * the cookie that this browser signed in. Reads that a browser itself makes (pictures, downloads) carry the cookie alone.
 */
@Injectable()
export class AuthGuard implements CanActivate {
  private readonly publicCalls = new TokenBuckets(PUBLIC_CALLS);

  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionStore,
    private readonly config: Config,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const demand = this.reflector.get<Demand | undefined>(DEMAND, context.getHandler());
    const isSocket = context.getType() === 'ws';
    if (!demand || (demand.kind === 'socket') !== isSocket) throw new AppError('permission.denied');
    if (demand.kind === 'socket') return true;
    const request = context.switchToHttp().getRequest<Request>();
    request.state.raw = this.reflector.get<boolean | undefined>(RAW, context.getHandler()) ?? false;
    if (demand.kind === 'public') return this.admit(demand, request);
    if (demand.kind === 'signed') return verifySignature(request, this.config.secrets[demand.secret]);
    const changes = !isRead(request) || (demand.kind === 'session' && demand.changes);
    const record = await this.session(request, changes);
    if (record.pending && !(demand.kind === 'session' && demand.pending)) throw new AppError('session.gone');
    const actor = actorOf(record, { requestId: request.id, language: request.state.language });
    if (!mayPass(record, actor.permissions, demand, request)) throw new AppError('permission.denied');
    request.state.actor = actor;
    return true;
  }

  private admit({ limited }: Extract<Demand, { kind: 'public' }>, { ip }: Request): true {
    if (limited && !this.publicCalls.take(callerOf(ip))) throw new AppError('request.tooMany');
    return true;
  }

  private async session(request: Request, changes: boolean): Promise<SessionRecord> {
    const header = text(request.headers[TOKEN_HEADER]);
    const cookie = text(request.cookies[TOKEN_COOKIE]) ?? text(request.headers['token']);
    if (header && cookie && header !== cookie) throw new AppError('session.refused');
    if (changes && (!header || !cookie))
      throw new AppError(header || cookie ? 'session.refused' : 'session.gone');
    const token = cookie ?? header;
    const attended = request.headers[UNATTENDED_HEADER] === undefined;
    const record = token ? await this.sessions.recall(token, attended) : null;
    if (!record) throw new AppError('session.gone');
    return record;
  }
}

type PersonDemand = Extract<Demand, { kind: 'permission' | 'session' }>;

/** A wallboard's token reads the board, and besides only what lets it in on purpose. */
function mayPass(
  record: SessionRecord,
  permissions: ReadonlySet<string>,
  demand: PersonDemand,
  request: Request,
): boolean {
  if (demand.kind === 'session') return !record.kiosk || demand.kiosk;
  if (record.kiosk && (demand.permission !== 'board:read' || !isRead(request))) return false;
  return permissions.has(demand.permission);
}

function isRead(request: Request): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

function text(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
