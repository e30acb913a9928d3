import { StandardSchemaValidationPipe } from '@nestjs/common';
import { AppError } from './app-error.js';

type Issue = { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] };

/** Parses every body, query and parameter by its contract; a refusal names each field at fault. */
export const contractPipe = new StandardSchemaValidationPipe({
  exceptionFactory: (issues: readonly Issue[]) =>
    new AppError(
      'request.invalid',
      {},
      issues.slice(0, 50).map((issue) => ({
        field: (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.'),
        rule: /undefined|required/i.test(issue.message) ? 'required' : 'format',
        message: issue.message,
      })),
    ),
});
