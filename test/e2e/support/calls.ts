import type { Page } from '@playwright/test';

/** Posts as who is signed in on this page. */
export function post(page: Page, path: string, body: object): Promise<{ code: string; data: unknown }> {
  return page.evaluate<{ code: string; data: unknown }>(
    `fetch('/api/${path}', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-auth-token': localStorage.getItem('token') },
      body: ${JSON.stringify(JSON.stringify(body))},
    }).then((answer) => answer.json())`,
  );
}
