import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Language } from '../../../contract/codes.js';
import type { Envelope, FieldError } from '../../../contract/shared/envelope.js';
import type { Request } from '../auth/actor.js';
import { dbErrorCode, isDatabaseGone } from '../db/database.js';
import { Logger } from '../logger/logger.js';
import { AppError } from './app-error.js';
import { isLongUnread } from './body-limits.js';
import { messageOf, ruleMessage } from './messages.js';

const FIELDS_IN_MESSAGE = 3;

/** Turns whatever was thrown into the envelope: refusals with HTTP 200, failures of the service with 5xx and a reference. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const reply = http.getResponse<FastifyReply>();
    const { status, refusal } = this.judge(error, request);
    const language = request.state?.language ?? 'cn';
    // A request that was refused before the first hook has no state.
    if (request.state) request.state.code = refusal.code;
    const fields = fieldErrors(refusal, language);
    const data = { ...refusal.details, ...(fields.length > 0 ? { fields } : {}) };
    const body: Envelope<object | null> = {
      code: refusal.code,
      message: wordsOf(refusal, fields, language),
      data: Object.keys(data).length > 0 ? data : null,
      requestId: request.id,
    };
    if (status === 413 || isLongUnread(request.raw)) void reply.header('connection', 'close');
    if (status === 429) void reply.header('retry-after', refusal.params['seconds'] ?? 1);
    // The handler may have announced a file before it refused.
    void reply
      .removeHeader('content-disposition')
      .status(status)
      .type('application/json; charset=utf-8')
      .send(body);
  }

  private judge(error: unknown, request: Request): { status: number; refusal: AppError } {
    if (error instanceof AppError) return { status: statusOf(error, request), refusal: error };
    const http = httpStatus(error);
    // 403 is the static files' word for a path that leads out of their folder.
    if (http === 403 || http === 404) return { status: 404, refusal: new AppError('request.notFound') };
    if (http === 413) return { status: 413, refusal: new AppError('request.tooLarge') };
    if (http === 429) return { status: 429, refusal: new AppError('request.tooMany') };
    if (http !== undefined && http >= 400 && http < 500)
      return { status: 200, refusal: new AppError('request.invalid') };
    this.logger.error(error, {
      requestId: request.id,
      path: request.routeOptions?.url,
      code: dbErrorCode(error),
    });
    if (isDatabaseGone(error)) return { status: 503, refusal: new AppError('system.unavailable') };
    return { status: 500, refusal: new AppError('system.error') };
  }
}

function fieldErrors({ key, params, fields }: AppError, language: Language): FieldError[] {
  return fields.map(({ field, rule, params: more }) => ({
    field,
    rule,
    message:
      key === 'request.invalid'
        ? ruleMessage(rule, language, { field, ...more })
        : messageOf(key, language, params),
  }));
}

/** A request that breaks its contract is refused by the names of its fields: a screen without a form has no other place. */
function wordsOf({ key, params }: AppError, fields: FieldError[], language: Language): string {
  if (key !== 'request.invalid' || fields.length === 0) return messageOf(key, language, params);
  return fields
    .slice(0, FIELDS_IN_MESSAGE)
    .map(({ message }) => message)
    .join(language === 'cn' ? '；' : '; ');
}

function statusOf(refusal: AppError, { routeOptions }: Request): number {
  const demand = routeOptions?.config.call?.demand;
  // A provider with an interface of its own reads the status, and tells its customer of a callback that was refused.
  const isForeign = demand?.kind === 'signed' && demand.protocol !== 'SIGNED';
  if (refusal.key === 'request.signature' && isForeign) return 403;
  if (refusal.key === 'request.tooMany') return 429;
  if (refusal.key === 'request.tooLarge') return 413;
  return refusal.key === 'system.unavailable' ? 503 : 200;
}

function httpStatus(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  return typeof error === 'object' && error !== null && 'statusCode' in error
    ? Number(error.statusCode)
    : undefined;
}
