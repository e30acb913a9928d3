import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from './actor.js';

export interface Origin {
  address: string;
  userAgent: string;
  requestId: string;
}

export const RequestOrigin = createParamDecorator((_: unknown, context: ExecutionContext): Origin => {
  const request = context.switchToHttp().getRequest<Request>();
  return {
    address: request.ip.replace(/^::ffff:/, ''),
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
  };
});

/** Whether a page may be ours: of the host that it asks, or of one that the configuration names. No browser, no origin. */
export function isOurOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicOrigins: readonly string[],
): boolean {
  return !origin || origin.replace(/^https?:\/\//, '') === host || publicOrigins.includes(origin);
}
