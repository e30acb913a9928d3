import { SetMetadata, applyDecorators } from '@nestjs/common';
import type { ConnectionProtocol } from '../../../contract/administration/connections.js';
import type { KeyScope } from '../../../contract/administration/api-keys.js';
import type { Permission } from '../../../contract/permissions.js';
import { SCOPES, type Scope } from './scope.js';

/** `intakeHmac` is the lender's platform's, and has a budget of calls for each address. */
type SigningSecret = 'paymentHmac' | 'telephonyHmac' | 'carrierHmac' | 'debitHmac' | 'intakeHmac';

/** An endpoint's demands on its caller. An endpoint without one stops the start. */
export type Demand =
  | ({ kind: 'permission'; permission: Permission; scope: Scope } & PermissionDemand & ByAddress)
  | ({ kind: 'session' } & SessionDemand & ByAddress)
  /** `limited`: a rate limit for each address, because the call costs work before anybody has signed in. */
  | { kind: 'public'; limited: boolean }
  /** A provider's callback, or the lender's platform, signed with its secret, in our own way or by its interface. */
  | { kind: 'signed'; secret: SigningSecret; protocol: ConnectionProtocol }
  /** A message on a socket, whose session was asked for when it connected and is again every 15 s. */
  | { kind: 'socket' };

/**
 * A browser fetches it by its address, with the cookie alone: always, or when it asks for a list as a file. A part of a
 * file (`ranges`) counts as a read, because a player asks for many.
 */
interface ByAddress {
  byAddress?: 'always' | 'asFile' | 'ranges';
  /** Its budget, where the request does not show it. */
  countedAs?: 'read' | 'file';
}

interface PermissionDemand {
  /** A wallboard's token, too: a read of its board. */
  kiosk: boolean;
  /** No institution below may see it, whatever its role may. */
  topmost?: boolean;
  /** A program's key with this scope may call it, too. */
  keyScope?: KeyScope;
}

/** Any signed-in person, and who else may call it. */
interface SessionDemand {
  /** Those who still owe the liveness check. */
  pending: boolean;
  /** A wallboard's token. */
  kiosk: boolean;
  scope: Scope;
}

export const DEMAND = 'recoup:demand';
export const RAW = 'recoup:raw';

export const Allow = (
  permission: Permission,
  options: ByAddress & Partial<PermissionDemand> & { scope?: Scope } = {},
) =>
  SetMetadata(DEMAND, {
    kind: 'permission',
    permission,
    kiosk: false,
    scope: SCOPES[permission],
    ...options,
  } satisfies Demand);
export const AllowSession = (options: Partial<SessionDemand> & ByAddress = {}) =>
  SetMetadata(DEMAND, {
    kind: 'session',
    pending: false,
    kiosk: false,
    scope: 'own',
    ...options,
  } satisfies Demand);
export const AllowAnyone = ({ limited = true } = {}) =>
  SetMetadata(DEMAND, { kind: 'public', limited } satisfies Demand);
export const AllowSigned = (secret: SigningSecret, protocol: ConnectionProtocol = 'SIGNED') =>
  applyDecorators(SetMetadata(DEMAND, { kind: 'signed', secret, protocol } satisfies Demand));
export const AllowSocket = () => SetMetadata(DEMAND, { kind: 'socket' } satisfies Demand);

/** Answers without the envelope, as the specification says of the score card. */
export const Raw = () => SetMetadata(RAW, true);
