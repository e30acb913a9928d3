import { pino, type Logger as Pino } from 'pino';
import { Injectable, type LoggerService } from '@nestjs/common';
import { Config } from '../config/config.js';

const SECRET_FIELDS = [
  'password',
  'token',
  'phone',
  'idNo',
  'idCard',
  'base64Image',
  'base64Img',
  'identityNumber',
];

/** JSON lines on stdout. Personal data and secrets are cut wherever they stand one or two levels deep. */
@Injectable()
export class Logger implements LoggerService {
  readonly pino: Pino;

  constructor(config: Config) {
    this.pino = pino({
      level: config.logLevel,
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: '[cut]',
      },
    });
  }

  log(message: unknown, context?: string) {
    this.pino.info({ context }, String(message));
  }
  info(fields: object, message: string) {
    this.pino.info(fields, message);
  }
  warn(message: unknown, fields?: unknown) {
    this.pino.warn(asFields(fields), String(message));
  }
  error(message: unknown, fields?: unknown) {
    this.pino.error(
      { ...asFields(fields), ...(message instanceof Error ? { err: message } : {}) },
      String(message),
    );
  }
  debug(message: unknown) {
    this.pino.debug(String(message));
  }
}

function asFields(fields: unknown): object {
  return fields && typeof fields === 'object' ? fields : { context: fields };
}
