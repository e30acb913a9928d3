import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { AppError } from '../http/app-error.js';
import { Logger } from '../logger/logger.js';

/** A message that was refused, or failed, is answered `{ ok: false }` when it asked for an answer. */
@Catch()
export class SocketErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    if (!(error instanceof AppError)) this.logger.error(error);
    // The socket, what it said, and how to answer.
    const answer: unknown = host.getArgByIndex(2);
    if (typeof answer === 'function') answer({ ok: false });
  }
}
