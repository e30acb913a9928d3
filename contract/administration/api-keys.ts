import { z } from 'zod';
import { AddressList } from './configuration.js';
import { IsoDay } from '../shared/date.js';
import { ClientRequestId, Id, IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery, sortQuery } from '../shared/page.js';
import { RESULT_CODES } from '../result-codes.js';

/** The calls that a key may open, by what they are for: an endpoint names its scope, and without one no key opens it. */
export const KEY_SCOPES = ['imports', 'cases', 'payments'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];
/** A key's longest life, from the day on which it is saved. */
export const KEY_DAYS = 366;

/** `GET apiKey/list`: keys of the viewer's institutions. */
export const ApiKeysQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  ...sortQuery(['name', 'expiresOn', 'updatedAt']),
  apiKeyId: IdText.optional(),
  name: z.string().trim().max(60).optional(),
  institutionId: IdText.optional(),
  enabled: z.enum(['1', '0']).optional(),
});
export type ApiKeysQuery = z.infer<typeof ApiKeysQuery>;

export const ApiKeyForm = z.object({
  name: z.string().trim().min(1).max(60),
  /** Its calls reach this institution and those below it. */
  institutionId: Id,
  scopes: z.array(z.enum(KEY_SCOPES)).min(1).max(KEY_SCOPES.length),
  /** The last day on which it opens anything. */
  expiresOn: IsoDay,
  /** From which it may call; empty: from those of its institution's white list. */
  addresses: AddressList.shape.addresses,
  /** Calls in a minute, of each server. */
  perMinute: z.int().min(1).max(6_000),
  enabled: z.boolean(),
});
export type ApiKeyForm = z.infer<typeof ApiKeyForm>;

/** `POST apiKey/save`: without an id a new one, which opens nothing before it has a secret. */
export const ApiKeyChange = ApiKeyForm.extend({
  id: Id.optional(),
  version: Id.optional(),
  clientRequestId: ClientRequestId.optional(),
});
export type ApiKeyChange = z.infer<typeof ApiKeyChange>;

export interface ApiKeyRow extends ApiKeyForm {
  id: number;
  version: number;
  institutionName: string;
  /** The first letters of its secret; null before there is one. */
  starts: string | null;
  /** The administrator in whose name it calls. */
  issuedBy: string | null;
  issuedAt: string | null;
  /** To the minute. */
  lastUsedAt: string | null;
  lastAddress: string | null;
  updatedBy: string | null;
  updatedAt: string;
}

/** `POST apiKey/secret`: a new secret, in the name of whoever asks; the one before opens nothing any more. */
export const ApiKeySecretRequest = z.object({ id: Id, version: Id });
export type ApiKeySecretRequest = z.infer<typeof ApiKeySecretRequest>;
export interface ApiKeySecret {
  id: number;
  /** Shown once: only its SHA-256 is kept. */
  secret: string;
}

/** Refusals of keys: the key of the words, and the result code. */
export const API_KEY_ERRORS = {
  'apiKey.notFound': RESULT_CODES.notFound,
  'apiKey.nameTaken': RESULT_CODES.validation,
  'apiKey.tooLong': RESULT_CODES.validation,
  'apiKey.refused': RESULT_CODES.sessionGone,
  'apiKey.scope': RESULT_CODES.forbidden,
} as const;
