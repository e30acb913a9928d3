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

/**
 * JSON lines on stdout. Personal data and secrets are cut wherever they stand one or two levels deep. Of an error only kind,
 * code and place are told: the driver's errors carry their statement with all its values, and quote values in their text.
 */
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
      serializers: { err: describe, error: describe },
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
      message instanceof Error ? reasonOf(message) : String(message),
    );
  }
  debug(message: unknown) {
    this.pino.debug(String(message));
  }
}

interface DriverError extends Error {
  code?: unknown;
  sqlMessage?: unknown;
}

/** The text of an error for the log; of an error of the database only its code. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, sqlMessage, name, message }: DriverError = error;
  return sqlMessage === undefined ? `${name}: ${message}` : `${name}: ${String(code)}`;
}

function describe(error: unknown): object | string {
  if (!(error instanceof Error)) return String(error);
  const { code, stack = '' }: DriverError = error;
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return { reason: reasonOf(error), ...(code === undefined ? {} : { code }), stack: frames.join('\n') };
}

function asFields(fields: unknown): object {
  return fields && typeof fields === 'object' ? fields : { context: fields };
}
