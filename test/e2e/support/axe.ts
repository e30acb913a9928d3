import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const RUN = ({ within, ...options }: axe.RunOptions & { within: string }) =>
  (globalThis as unknown as { axe: typeof axe }).axe.run(within, options);

/** Faults that axe finds by WCAG 2.2 AA, each as "rule: element". @param within a part of the page that it looks at */
async function findings(page: Page, coloursAlone: boolean, within = 'html'): Promise<string[]> {
  const runOnly = coloursAlone
    ? { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] }
    : { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] };
  // Its half megabyte is compiled once in a document, not at each of its screens.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(SOURCE);
  // By default axe describes each of the thousands of elements that pass.
  const { violations } = await page.evaluate(RUN, { within, runOnly, resultTypes: ['violations' as const] });
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}

/** In light, and in dark what depends on colours. A failure does not keep the other places from being looked at. */
export async function expectNothing(page: Page, place: string, within?: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    expect.soft(await findings(page, colorScheme === 'dark', within), `${place}, ${colorScheme}`).toEqual([]);
  }
}
