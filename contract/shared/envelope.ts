import type { ResultCode } from '../errors.js';

/** Every answer but the raw ones. HTTP status is 200 for all business answers. */
export interface Envelope<Data> {
  code: ResultCode;
  message: string;
  data: Data;
  /** Named in support requests; present on every refusal. */
  requestId?: string;
}

export interface FieldError {
  field: string;
  rule: string;
  message: string;
}
