import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from './actor.js';

/** Where a request came from, as the server saw it. */
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
