import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';

const run = promisify(execFile);
const TOOL = 'dist/server/tools/verify.js';

export const WHOLE = 'nothing is changed, missing or inserted';

/** Takes the evidence of the borrower whose case or complaint is open. @param button its words @returns the archive's file */
export async function takeEvidence(page: Page, button: string): Promise<string> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).press('Enter');
  return (await downloading).path();
}

/** Checks it as somebody does who has the public key and no site. @returns what the tool prints, also of a false archive */
export async function checkEvidence(archive: string): Promise<string> {
  const key = join(process.env['RECOUP_DATA_DIR']!, 'seals', 'public-key.pem');
  return printed(['--evidence', archive, '--key', key]);
}

/** Every chain of the site's database against its signed words. */
export async function expectWholeLog(): Promise<void> {
  const lines = (await printed([])).split('\n').filter((line) => line.startsWith('verified'));
  expect(lines.map((line) => / of ([A-Z_]+) /.exec(line)?.[1])).toEqual([
    'EVENT',
    'RECEIPT',
    'SIGN_IN',
    'OUTCOME',
  ]);
  for (const line of lines) expect(line).toContain(WHOLE);
}

async function printed(args: readonly string[]): Promise<string> {
  const tool = run(process.execPath, [TOOL, ...args]);
  return (await tool.catch((failed: { stdout: string }) => failed)).stdout;
}
