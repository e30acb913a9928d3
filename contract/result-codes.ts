/** The envelope's codes: the specification's, and ours beside them. */
export const RESULT_CODES = {
  ok: '00',
  sessionGone: '02',
  sessionRefused: '-1',
  nothingToShow: '-2',
  wrongCredentials: '10',
  captcha: '11',
  locked: '12',
  addressRefused: '13',
  forbidden: '20',
  notFound: '21',
  validation: '22',
  conflict: '23',
  guardRefused: '30',
  limitReached: '31',
  systemError: '99',
} as const;
export type ResultCode = (typeof RESULT_CODES)[keyof typeof RESULT_CODES];
