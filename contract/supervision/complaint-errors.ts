import { RESULT_CODES } from '../result-codes.js';

/** Refusals of complaints and of their months: the key of the words, and the result code. */
export const COMPLAINT_ERRORS = {
  'complaint.notFound': RESULT_CODES.notFound,
  'complaint.state': RESULT_CODES.conflict,
  'complaint.own': RESULT_CODES.forbidden,
  'complaint.otherHandler': RESULT_CODES.forbidden,
  'complaint.sameHandler': RESULT_CODES.forbidden,
  'complaint.fined': RESULT_CODES.conflict,
  'complaint.tooLate': RESULT_CODES.conflict,
  'complaint.handler': RESULT_CODES.conflict,
  'complaint.nobodyToFine': RESULT_CODES.conflict,
  'complaint.attachment': RESULT_CODES.validation,
  'complaint.causeNotFound': RESULT_CODES.notFound,
  'complaint.causeTaken': RESULT_CODES.validation,
  'complaint.monthRuns': RESULT_CODES.conflict,
  'complaint.monthOpen': RESULT_CODES.conflict,
  'complaint.monthCounted': RESULT_CODES.conflict,
  'complaint.withoutCause': RESULT_CODES.conflict,
} as const;
