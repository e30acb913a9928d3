import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { UNATTENDED_HEADER } from '../../../contract/team/attendance.js';
import { Config } from '../config/config.js';
import { AppError } from '../http/app-error.js';
import { Settings } from '../settings/settings.js';
import type { Request } from './actor.js';
import { DEMAND, RAW, type Demand } from './allow.js';
import { CallBudgets, type CallKind } from './call-budgets.js';
import { addressOf, isOurOrigin } from './origin.js';
import { Rights } from './rights.js';
import { SessionStore, type SessionRecord } from './session-store.js';
import { verifySignature } from './signature.js';
import { callerOf } from './token-buckets.js';

type Query = Record<string, unknown>;

export const TOKEN_COOKIE = 'token';
export const TOKEN_HEADER = 'x-auth-token';

const JSON_TYPE = /^application\/json(;|$)/i;

/**
 * Every request passes here. A session's token travels twice, by two of three ways: the header x-auth-token, the header
 * `token` (of the older client) and the cookie `token`. All that are present must agree: a header proves that a page of
 * ours sent the request. Alone, the cookie opens only what a browser fetches by its address.
 *
 * A session's calls come from addresses on its institution's white list. One from outside is refused and ends nothing, so that
 * a stolen token can not sign its owner out. Signed callbacks and the health of the server are asked by no session.
 */
@Injectable()
export class AuthGuard implements CanActivate {
  private readonly budgets: CallBudgets;

  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionStore,
    private readonly rights: Rights,
    private readonly config: Config,
    private readonly settings: Settings,
  ) {
    this.budgets = new CallBudgets(config.callBudget);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const demand = this.reflector.get<Demand | undefined>(DEMAND, context.getHandler());
    const isSocket = context.getType() === 'ws';
    if (!demand || (demand.kind === 'socket') !== isSocket) throw new AppError('permission.denied');
    if (demand.kind === 'socket') return true;
    const request = context.switchToHttp().getRequest<Request>();
    request.state.raw = this.reflector.get<boolean | undefined>(RAW, context.getHandler()) ?? false;
    if (demand.kind === 'public') return this.admit(demand, request);
    if (demand.kind === 'signed') return this.verify(demand, request);
    const record = await this.session(demand, request);
    const { admits } = await this.settings.of(record.institutionId);
    const address = addressOf(request.ip);
    if (!admits(address)) throw new AppError('login.addressRefused');
    this.budgets.spend(kindOf(demand, request), String(record.sessionId));
    if (record.pending && !(demand.kind === 'session' && demand.pending)) throw new AppError('session.gone');
    const { language } = request.state;
    const actor = await this.rights.actor(record, { requestId: request.id, address, language });
    if (!mayPass(record, actor.permissions, demand)) throw new AppError('permission.denied');
    request.state.actor = actor;
    return true;
  }

  private admit({ limited }: Extract<Demand, { kind: 'public' }>, request: Request): true {
    if (limited) this.budgets.spend('public', callerOf(request.ip));
    if (!isRead(request)) this.checkSender(request);
    return true;
  }

  private verify({ secret }: Extract<Demand, { kind: 'signed' }>, request: Request): true {
    verifySignature(request, this.config.secrets[secret]);
    if (secret === 'intakeHmac') this.budgets.spend('intake', callerOf(request.ip));
    return true;
  }

  /**
   * A change that nobody has to be signed in for. Another site's page can send a form or plain text without asking, but no
   * JSON, and browsers say where a request comes from.
   */
  private checkSender(request: Request): void {
    const { headers, host } = request;
    const site = headers['sec-fetch-site'];
    const foreign = site !== undefined && site !== 'same-origin' && site !== 'none';
    if (foreign || !isOurOrigin(headers.origin, host, this.config.publicOrigins))
      throw new AppError('request.foreign');
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody && !JSON_TYPE.test(headers['content-type'] ?? '')) throw new AppError('request.notJson');
  }

  private async session(demand: PersonDemand, request: Request): Promise<SessionRecord> {
    const cookie = text(request.cookies[TOKEN_COOKIE]);
    const ways = [text(request.headers[TOKEN_HEADER]), text(request.headers['token']), cookie];
    const present = ways.filter((way) => way !== undefined);
    const [token] = present;
    if (token === undefined) throw new AppError('session.gone');
    const enough = present.length > 1 || (cookie !== undefined && isByAddress(demand, request));
    if (!enough || present.some((way) => way !== token)) throw new AppError('session.refused');
    const attended = request.headers[UNATTENDED_HEADER] === undefined;
    const record = await this.sessions.recall(token, attended);
    if (!record) throw new AppError('session.gone');
    return record;
  }
}

type PersonDemand = Extract<Demand, { kind: 'permission' | 'session' }>;

/** A wallboard's token may call only endpoints that name it. */
function mayPass(record: SessionRecord, permissions: ReadonlySet<string>, demand: PersonDemand): boolean {
  if (record.kiosk && !demand.kiosk) return false;
  return demand.kind === 'session' || permissions.has(demand.permission);
}

function kindOf(demand: PersonDemand, request: Request): CallKind {
  if (demand.byAddress === 'ranges' && request.headers.range !== undefined) return 'read';
  if (isByAddress(demand, request) && demand.kind === 'permission') return 'file';
  return isRead(request) ? 'read' : 'change';
}

function isByAddress({ byAddress }: PersonDemand, request: Request): boolean {
  if (!isRead(request)) return false;
  return (
    byAddress === 'always' ||
    byAddress === 'ranges' ||
    (byAddress === 'asFile' && (request.query as Query)['output'] === '1')
  );
}

function isRead(request: Request): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

function text(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
