import { Injectable } from '@nestjs/common';
import { UNATTENDED_HEADER } from '../../../contract/team/attendance.js';
import { Config } from '../config/config.js';
import { signerOf } from '../config/providers.js';
import { AppError } from '../http/app-error.js';
import { declaredBody, maxBytes, type BodyLimit } from '../http/body-limits.js';
import { OwnHosts } from '../http/own-hosts.js';
import { formFields } from '../http/json-body.js';
import { Providers, type Signer } from '../providers/providers.js';
import { isTwilioSignature, twilioSignature } from '../providers/twilio.js';
import { Settings } from '../settings/settings.js';
import type { Actor, Request } from './actor.js';
import type { Demand } from './allow.js';
import { ApiKeys } from './api-keys.js';
import { CallBudgets, type BytesKind, type CallKind } from './budgets/call-budgets.js';
import { TOKEN_COOKIE } from './cookies.js';
import { addressOf } from './origin.js';
import { Rights } from './rights.js';
import { SessionStore, type SessionRecord } from './session-store.js';
import { checkSigned, verifySignature } from './signature.js';
import { callerOf } from './budgets/token-buckets.js';
import { UploadSlots } from '../http/upload-slots.js';

type Query = Record<string, unknown>;

const TOKEN_HEADER = 'x-auth-token';
const TWILIO_HEADER = 'x-twilio-signature';

/** A route's demands on its caller, and on a request's body. */
export interface CallPolicy {
  demand: Demand;
  body: BodyLimit;
  /** Answers without the envelope. */
  raw: boolean;
}

/**
 * Decides over a request by its headers alone, before the first byte of its body is read. A session's token travels twice, by
 * two of three ways: the header x-auth-token, the header `token` (of the older client) and the cookie `token`. All that are
 * present must agree: a header proves that a page of ours sent the request. Alone, the cookie opens only what a browser
 * fetches by its address.
 *
 * A program's call bears a key instead, which opens what names a scope of the key: see `ApiKeys`.
 *
 * A session's calls come from addresses on its institution's white list. One from outside is refused and ends nothing, so that
 * a stolen token can not sign its owner out. Signed callbacks and the health of the server are asked by no session.
 *
 * A caller who has spent the budget of calls or bytes is refused without being read: what costs is the body.
 */
@Injectable()
export class Admission {
  private readonly budgets: CallBudgets;
  private readonly uploads = new UploadSlots();
  private readonly hosts: OwnHosts;

  constructor(
    private readonly sessions: SessionStore,
    private readonly rights: Rights,
    private readonly config: Config,
    private readonly settings: Settings,
    private readonly providers: Providers,
    private readonly keys: ApiKeys,
  ) {
    this.budgets = new CallBudgets(config.callBudget);
    this.hosts = new OwnHosts(config);
  }

  /**
   * A signed call is not admitted by this: `verify` does, when its body has come.
   *
   * @returns what to call when the request is over, for one that holds something until then
   */
  async admit({ demand, body }: CallPolicy, request: Request): Promise<(() => void) | undefined> {
    // Read before anything is waited for: of a connection that has ended nobody knows the address.
    const address = addressOf(request.ip);
    if (demand.kind === 'socket') throw new AppError('permission.denied');
    if (demand.kind === 'signed') {
      if (demand.protocol === 'SIGNED') checkSigned(request.headers);
      else if (text(request.headers[TWILIO_HEADER]) === undefined) throw new AppError('request.signature');
      this.weigh(request, body, 'signed', callerOf(address));
      return undefined;
    }
    // Monitoring has rules of its own, and asks each server by whatever name it has for it.
    if (demand.kind !== 'public' || demand.limited) this.checkHost(request);
    if (demand.kind === 'public') {
      if (demand.limited) this.budgets.spend('public', callerOf(address));
      if (!isRead(request)) this.checkSender(request);
      this.weigh(request, body, 'public', callerOf(address));
      request.state.admitted = true;
      return undefined;
    }
    if (!isRead(request)) this.checkSender(request);
    const bearer = bearerOf(request);
    const caller =
      bearer === undefined
        ? String((await this.person(demand, request, address)).sessionId)
        : await this.program(demand, request, { address, secret: bearer });
    const file = this.weigh(request, body, 'session', caller);
    request.state.admitted = true;
    return file > 0 ? this.uploads.take(caller, file) : undefined;
  }

  /** @throws request.host when it was sent to a name that is not ours: see `OwnHosts` */
  checkHost({ headers }: Pick<Request, 'headers'>): void {
    if (!this.hosts.has(headers.host)) throw new AppError('request.host');
  }

  /** Call before the body is parsed. @throws request.signature */
  verify({ demand }: CallPolicy, request: Request, body: Buffer): void {
    if (demand.kind !== 'signed') return;
    const signer = signerOf(demand.secret);
    const signers = signer ? this.providers.signersOf(signer, demand.protocol) : [];
    if (demand.protocol === 'TWILIO') this.verifyTwilio(signers, request, body);
    else {
      const secrets = signer ? signers.map(({ secret }) => secret) : [this.config.secrets[demand.secret]];
      verifySignature(request.headers, secrets, body);
    }
    if (demand.secret === 'intakeHmac') this.budgets.spend('intake', callerOf(request.ip));
    request.state.admitted = true;
  }

  private verifyTwilio(signers: readonly Signer[], request: Request, body: Buffer): void {
    const given = request.headers[TWILIO_HEADER];
    const fields = formFields(body);
    const isBy = ({ secret, publicAddress }: Signer) =>
      isTwilioSignature(given, twilioSignature(secret, publicAddress + request.originalUrl, fields));
    if (!signers.some(isBy)) throw new AppError('request.signature');
  }

  private async person(demand: PersonDemand, request: Request, address: string): Promise<SessionRecord> {
    const record = await this.session(demand, request);
    if (!record) {
      this.budgets.spend('stranger', callerOf(address));
      throw new AppError('session.gone');
    }
    const { admits } = await this.settings.of(record.institutionId);
    if (!admits(address)) throw new AppError('login.addressRefused');
    this.budgets.spend(kindOf(demand, request), String(record.sessionId));
    if (record.pending && !(demand.kind === 'session' && demand.pending)) throw new AppError('session.gone');
    const { language } = request.state;
    const actor = await this.rights.actor(record, { requestId: request.id, address, language });
    checkDemand(actor, demand);
    request.state.actor = actor;
    return record;
  }

  /**
   * A program's key, alone: with a person's token beside it the call is refused. It may do what the call demands, in the name of
   * its administrator and as far as this person may, in its institution and below; and nothing else.
   *
   * @returns the caller
   */
  private async program(
    demand: PersonDemand,
    request: Request,
    { address, secret }: { address: string; secret: string },
  ): Promise<string> {
    if (waysOf(request).length > 0) throw new AppError('session.refused');
    const key = await this.keys.find(secret);
    if (!key) {
      this.budgets.spend('stranger', callerOf(address));
      throw new AppError('apiKey.refused');
    }
    const { admits } = await this.settings.of(key.institutionId);
    if (!(this.keys.admits(key, address) ?? admits(address))) throw new AppError('login.addressRefused');
    this.keys.spend(key);
    const { keyScope, permission } = demand.kind === 'permission' ? demand : {};
    if (!permission || !keyScope || !key.scopes.includes(keyScope)) throw new AppError('apiKey.scope');
    const { keyId, institutionId, userId, name, username, role } = key;
    const person = { userId, name, username, role, institutionId, groupId: null, queueId: null };
    const { language } = request.state;
    const [own, actor] = await Promise.all([
      this.rights.holder(key.homeId, role),
      this.rights.actor(
        { ...person, sessionId: 0, kiosk: false },
        { requestId: request.id, address, language },
      ),
    ]);
    if (!own.permissions.has(permission)) throw new AppError('permission.denied');
    checkDemand(actor, demand);
    request.state.actor = { ...actor, permissions: new Set([permission]) };
    await this.keys.note(key, address);
    return `key ${keyId}`;
  }

  /** Checks the sender of a change. Another site's page can send some without asking, and browsers say where a request comes from. */
  private checkSender({ headers }: Request): void {
    const site = headers['sec-fetch-site'];
    const foreign = site !== undefined && site !== 'same-origin' && site !== 'none';
    if (foreign || !this.hosts.hasOrigin(headers.origin, headers.host)) throw new AppError('request.foreign');
  }

  private async session(demand: PersonDemand, request: Request): Promise<SessionRecord | null> {
    const cookie = text(request.cookies[TOKEN_COOKIE]);
    const present = waysOf(request);
    const [token] = present;
    if (token === undefined) return null;
    const enough = present.length > 1 || (cookie !== undefined && isByAddress(demand, request));
    if (!enough || present.some((way) => way !== token)) throw new AppError('session.refused');
    const attended = request.headers[UNATTENDED_HEADER] === undefined;
    return this.sessions.recall(token, attended);
  }

  /**
   * A body whose length is not declared is weighed as the largest that the call takes.
   *
   * @returns the bytes of a form with a file, which the budget of bytes does not count
   */
  private weigh({ headers }: Request, limit: BodyLimit, kind: BytesKind, caller: string): number {
    const body = declaredBody(headers);
    if (!body) return 0;
    const max = maxBytes(limit, body.type);
    if (max === 0) throw new AppError('request.notJson');
    const bytes = body.length ?? max;
    if (bytes > max) throw new AppError('request.tooLarge');
    if (body.type === 'form') return bytes;
    this.budgets.spendBytes(kind, caller, bytes);
    return 0;
  }
}

/** The tokens of a session that a request brings. */
function waysOf({ headers, cookies }: Request): string[] {
  const ways = [text(headers[TOKEN_HEADER]), text(headers['token']), text(cookies[TOKEN_COOKIE])];
  return ways.filter((way) => way !== undefined);
}

/** The secret of `Authorization: Bearer <secret>`; undefined without one. */
function bearerOf({ headers }: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(text(headers.authorization) ?? '')?.[1];
}

type PersonDemand = Extract<Demand, { kind: 'permission' | 'session' }>;

/** A wallboard's token may call only endpoints that name it. @throws permission.denied */
function checkDemand({ kiosk, permissions, everywhere }: Actor, demand: PersonDemand): void {
  const isOpen = demand.kind === 'session' || permissions.has(demand.permission);
  const isBelow = demand.kind === 'permission' && demand.topmost && !everywhere;
  if ((kiosk && !demand.kiosk) || !isOpen || isBelow) throw new AppError('permission.denied');
}

function kindOf(demand: PersonDemand, request: Request): CallKind {
  if (demand.countedAs) return demand.countedAs;
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
