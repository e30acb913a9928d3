import { SetMetadata } from '@nestjs/common';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

export const BODY_LIMIT = 'recoup:bodyLimit';

/** Limits of a call's body. A call that declares nothing takes 64 KB of JSON. */
export interface BodyLimit {
  /** Bytes of JSON. */
  json: number;
  /** Bytes of the one file of a multipart form; 0: the call takes no form. */
  file: number;
  /** Bytes of a form's fields alone, as some providers send them; 0: the call takes none. */
  fields: number;
}

const KB = 1024;
export const MB = KB * KB;
export const DEFAULT_BODY: BodyLimit = { json: 64 * KB, file: 0, fields: 0 };
/** Bytes of a multipart form around its file. */
const AROUND_FILE = 64 * KB;

/** The call takes more JSON than usual: pictures as base64. docs/security.md lists the calls that have one. */
export const JsonLimit = (kilobytes: number) =>
  SetMetadata(BODY_LIMIT, { ...DEFAULT_BODY, json: kilobytes * KB } satisfies BodyLimit);

/** The call takes a multipart form with one file of this size. */
export const FileLimit = (megabytes: number) =>
  SetMetadata(BODY_LIMIT, { ...DEFAULT_BODY, file: megabytes * MB } satisfies BodyLimit);

/** The call takes a form's fields, and nothing else. */
export const FieldsLimit = (kilobytes: number) =>
  SetMetadata(BODY_LIMIT, { json: 0, file: 0, fields: kilobytes * KB } satisfies BodyLimit);

/** A request's body as its headers declare it. */
export interface DeclaredBody {
  /** Bytes; null when the sender does not say. */
  length: number | null;
  type: 'json' | 'form' | 'fields' | 'other';
}

const TYPES = [
  [/^application\/json\s*(;|$)/i, 'json'],
  [/^multipart\/form-data\s*;/i, 'form'],
  [/^application\/x-www-form-urlencoded\s*(;|$)/i, 'fields'],
] as const;

/** @returns null when there is no body */
export function declaredBody(headers: IncomingHttpHeaders): DeclaredBody | null {
  const chunked = headers['transfer-encoding'] !== undefined;
  const length = Number(headers['content-length'] ?? 0);
  if (!chunked && length === 0) return null;
  const contentType = headers['content-type'] ?? '';
  const type = TYPES.find(([pattern]) => pattern.test(contentType))?.[1] ?? 'other';
  return { length: chunked ? null : length, type };
}

/**
 * Whether the connection has to close behind a refusal: Node would read the body to its end, however long it is. One of the
 * usual size it may, so that the connection can go on.
 */
export function isLongUnread({ headers, complete }: Pick<IncomingMessage, 'headers' | 'complete'>): boolean {
  const body = complete ? null : declaredBody(headers);
  return body !== null && (body.length ?? Infinity) > DEFAULT_BODY.json;
}

/** The bytes that a body of this type may have; 0: the call does not take this type. */
export function maxBytes({ json, file, fields }: BodyLimit, type: DeclaredBody['type']): number {
  if (type === 'json') return json;
  if (type === 'fields') return fields;
  return type === 'form' && file > 0 ? file + AROUND_FILE : 0;
}
