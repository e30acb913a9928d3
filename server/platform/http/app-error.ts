import type { FieldError } from '../../../contract/shared/envelope.js';
import { ERRORS, type ErrorKey, type ResultCode } from '../../../contract/errors.js';

export type ErrorParams = Record<string, string | number>;

/** `params` fill the words of the rule, when the refusal as a whole is `request.invalid`. */
export type FieldRefusal = Pick<FieldError, 'field' | 'rule'> & { params?: ErrorParams };

/** A refusal by its key; the filter turns it into the envelope, in the caller's language. */
export class AppError extends Error {
  readonly code: ResultCode;

  constructor(
    readonly key: ErrorKey,
    readonly params: ErrorParams = {},
    /** The fields at fault. */
    readonly fields: FieldRefusal[] = [],
    /** Further data for the caller, beside the fields in the envelope's data: e.g. a guard's decision. */
    readonly details: object = {},
  ) {
    super(key);
    this.code = ERRORS[key];
  }
}

export function fieldError(key: ErrorKey, field: string, params: ErrorParams = {}): AppError {
  return new AppError(key, params, [{ field, rule: key }]);
}
