/** Section 5, word for word in English; each answers the key of its message, or null. */
export const PASSWORD_MIN = 5;
export const CAPTCHA_MIN = 4;

export interface LoginFields {
  username: string;
  password: string;
  captcha: string;
  idCard: string;
}
export type LoginProblems = Partial<Record<keyof LoginFields, string>>;

/** Problems of the fields. A proof of work stands in for the captcha. */
export function problemsOf(fields: LoginFields, solved: boolean): LoginProblems {
  const problems: LoginProblems = {};
  if (!fields.username.trim()) problems.username = 'login:rule.username-required';
  if (!fields.password) problems.password = 'login:rule.password-required';
  else if (fields.password.length < PASSWORD_MIN) problems.password = 'login:rule.password-short';
  if (solved) return problems;
  if (!fields.captcha.trim()) problems.captcha = 'login:rule.captcha-required';
  else if (fields.captcha.trim().length < CAPTCHA_MIN) problems.captcha = 'login:rule.captcha-short';
  return problems;
}
