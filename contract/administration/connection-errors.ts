import { RESULT_CODES } from '../result-codes.js';

/** Refusals of connections: the key of the words, and the result code. */
export const CONNECTION_ERRORS = {
  'connection.notFound': RESULT_CODES.notFound,
  'connection.demo': RESULT_CODES.conflict,
  'connection.waits': RESULT_CODES.conflict,
  'connection.moved': RESULT_CODES.conflict,
  'connection.unapproved': RESULT_CODES.conflict,
  'connection.unknownName': RESULT_CODES.validation,
  'connection.own': RESULT_CODES.validation,
  'connection.noProvider': RESULT_CODES.validation,
  'connection.simulator': RESULT_CODES.validation,
  'connection.plain': RESULT_CODES.validation,
  'connection.borrowersNumber': RESULT_CODES.validation,
  'connection.secretNeeded': RESULT_CODES.validation,
  'mail.failed': RESULT_CODES.conflict,
  'identity.off': RESULT_CODES.conflict,
  'identity.failed': RESULT_CODES.conflict,
  'identity.noAccount': RESULT_CODES.forbidden,
  'identity.noPlace': RESULT_CODES.forbidden,
  'identity.elsewhere': RESULT_CODES.forbidden,
  'identity.unknownPlace': RESULT_CODES.validation,
  'user.noMail': RESULT_CODES.conflict,
} as const;
