import { expect, type Page } from '@playwright/test';

/** The second administrator's word, on the page that shows what waits. */
export async function approveWaiting(page: Page, answer: string): Promise<void> {
  const waiting = page.getByRole('region', { name: 'Waits for a second administrator' });
  await waiting.getByRole('textbox').fill(answer);
  await waiting.getByRole('button', { name: 'Approve' }).click();
  await expect(waiting).toHaveCount(0);
}
