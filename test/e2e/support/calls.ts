import type { Page } from '@playwright/test';
import type { Account } from './accounts.js';
import { putSession } from './sessions.js';

interface Answer {
  code: string;
  data: unknown;
}

/** Posts as who is signed in on this page. */
export function post(page: Page, path: string, body: object): Promise<Answer> {
  return page.evaluate<Answer>(
    `fetch('/api/${path}', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-auth-token': localStorage.getItem('token') },
      body: ${JSON.stringify(JSON.stringify(body))},
    }).then((answer) => answer.json())`,
  );
}

/** Posts as a person who has no page open in the test. */
export async function callAs(who: Pick<Account, 'username'>, path: string, body: object): Promise<Answer> {
  const { token } = await putSession(who);
  const answer = await fetch(`${process.env['RECOUP_E2E_URL']}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-auth-token': token, cookie: `token=${token}` },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Answer;
}
