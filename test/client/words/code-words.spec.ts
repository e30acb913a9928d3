import { expect, it } from '@jest/globals';
import {
  CALL_RESULTS,
  CALL_STATUSES,
  CALL_TYPES,
  CASE_GROUP_NAMES,
  CASE_STATUSES,
  COLLECTION_RESULTS,
  CONTACT_TYPES,
  INTERACTION_TYPES,
  LANGUAGES,
  LOAN_STATUSES,
  PAY_CHANNELS,
  PAY_LOG_STATUSES,
  PAY_LOG_TYPES,
  PROMISE_STATUSES,
  RELATIONS,
  RELOAN_TYPES,
  ROLES,
} from '../../../contract/codes.js';
import { NUMBER_SOURCES, STANDINGS } from '../../../contract/cases/numbers.js';
import { PRESENCE_STATES } from '../../../contract/team/presence.js';
import { readWords } from '../../support/words.js';

const TABLES: Record<string, readonly (string | number)[]> = {
  'case-status': CASE_STATUSES,
  'case-group': CASE_GROUP_NAMES,
  'loan-status': Object.values(LOAN_STATUSES),
  reloan: RELOAN_TYPES,
  relation: RELATIONS,
  'call-status': CALL_STATUSES,
  'contact-type': CONTACT_TYPES,
  'call-result': CALL_RESULTS,
  'collection-result': COLLECTION_RESULTS,
  interaction: INTERACTION_TYPES,
  'call-type': CALL_TYPES,
  'promise-status': PROMISE_STATUSES,
  'pay-log-type': Object.values(PAY_LOG_TYPES),
  'pay-log-status': Object.values(PAY_LOG_STATUSES),
  'pay-channel': PAY_CHANNELS,
  presence: PRESENCE_STATES,
  role: ROLES,
  'number-source': NUMBER_SOURCES,
  standing: STANDINGS,
};

it.each(LANGUAGES)('every code of the contract has a word in %s, and no word is left over', (language) => {
  const wanted = Object.entries(TABLES).flatMap(([table, codes]) => codes.map((code) => `${table}.${code}`));
  expect(Object.keys(readWords(language, 'codes')).sort()).toEqual(wanted.sort());
});
