import type { Page } from '@playwright/test';
import type { CallRow } from '../../../contract/contact/calls.js';
import type { Page as Rows } from '../../../contract/shared/page.js';
import type { Account } from './accounts.js';
import { putSession } from './sessions.js';

interface Answer<Data = unknown> {
  code: string;
  data: Data;
}

/** Asks as who is signed in on this page. */
export async function get<Data>(page: Page, path: string): Promise<Data> {
  const { data } = await page.evaluate<Answer<Data>>(
    `fetch('/api/${path}', { headers: { 'x-auth-token': localStorage.getItem('token') } })
      .then((answer) => answer.json())`,
  );
  return data;
}

/** A call whose recording may be heard by who is signed in on this page. */
export async function recordedCall(page: Page): Promise<CallRow & { taskId: number }> {
  const { result } = await get<Rows<CallRow>>(page, 'softPhone/callRecordList?size=200');
  return result.find(({ recording, taskId }) => recording && taskId) as CallRow & { taskId: number };
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

/** Does an act of a person whose page the test does not need. Throws unless the server did it. */
export interface Caller {
  get<Data>(path: string): Promise<Data>;
  /** An answer without an envelope. */
  raw<Data>(path: string): Promise<Data>;
  post<Data = unknown>(path: string, body: object): Promise<Data>;
}

export async function callerOf(who: Pick<Account, 'username'>): Promise<Caller> {
  const { token } = await putSession(who);
  const headers = { 'content-type': 'application/json', 'x-auth-token': token, cookie: `token=${token}` };
  const fetched = async (path: string, init: RequestInit): Promise<unknown> =>
    (await fetch(`${process.env['RECOUP_E2E_URL']}/api/${path}`, { headers, ...init })).json();
  const ask = async <Data>(path: string, init: RequestInit): Promise<Data> => {
    const { code, message, data } = (await fetched(path, init)) as Answer<Data> & { message: string };
    if (code !== '00') throw new Error(`${path} answered ${code}: ${message}`);
    return data;
  };
  return {
    get: (path) => ask(path, {}),
    raw: <Data>(path: string) => fetched(path, {}) as Promise<Data>,
    post: (path, body) => ask(path, { method: 'POST', body: JSON.stringify(body) }),
  };
}
