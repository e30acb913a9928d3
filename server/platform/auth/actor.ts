import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Language, Role } from '../../../contract/codes.js';
import type { Permission } from '../../../contract/permissions.js';
import type { FastifyRequest } from 'fastify';

/** The acting person of the session, as commands, queries and scopes see them. */
export interface Actor {
  userId: number;
  name: string;
  username: string;
  role: Role;
  institutionId: number;
  /** The own institution and all below it. */
  institutionIds: readonly number[];
  /** The own institution's place in the tree; the paths of all below it begin so. */
  path: string;
  /** No institution lies outside `institutionIds`. */
  everywhere: boolean;
  groupId: number | null;
  queueId: number | null;
  permissions: ReadonlySet<Permission>;
  sessionId: number;
  /** A wallboard's token: reads one board and nothing else. */
  kiosk: boolean;
  requestId: string | null;
  /** Where the request or the socket comes from, as the server saw it; null in work that goes on after it. */
  address: string | null;
  language: Language;
}

/** The actor of jobs and tools. It has no scope: the job itself names the rows that it may touch. */
export const SYSTEM = { userId: null, requestId: null } as const;

export interface RequestState {
  actor?: Actor;
  language: Language;
  /** Set by `Admission`; no handler runs without it. */
  admitted?: boolean;
  /** The endpoint answers without the envelope. */
  raw: boolean;
  /** The envelope's, once it is known. */
  code?: string;
}
export type Request = FastifyRequest & { state: RequestState };

/** The person who sent the request. Only on endpoints that need a session. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<Request>().state;
  if (!actor) throw new Error('This endpoint is public: it has no actor');
  return actor;
});
