import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { map, type Observable } from 'rxjs';
import { RESULT_CODES } from '../../../contract/errors.js';
import type { Request } from '../auth/actor.js';
import { RAW } from '../auth/allow.js';
import { messageOf } from './messages.js';

/** Wraps what a controller returns in code, message and data, unless it is a file or the endpoint is `@Raw()`. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (this.reflector.get<boolean>(RAW, context.getHandler())) return next.handle();
    const { language } = context.switchToHttp().getRequest<Request>().state;
    const message = messageOf('ok', language);
    return next
      .handle()
      .pipe(
        map((data: unknown) =>
          data instanceof StreamableFile ? data : { code: RESULT_CODES.ok, message, data: data ?? null },
        ),
      );
  }
}
