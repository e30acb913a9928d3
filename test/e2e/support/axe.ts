import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Faults that axe finds by WCAG 2.2 AA, each as "rule: element". @param within a part of the page that it looks at */
async function findings(page: Page, coloursAlone: boolean, within?: string): Promise<string[]> {
  // No page of ours shows another site's: the other mode opens a page for each analysis to put frames together in.
  const all = new AxeBuilder({ page }).setLegacyMode();
  const runOnly = coloursAlone
    ? { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] }
    : { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] };
  // By default axe describes each of the thousands of elements that pass.
  const axe = all.options({ runOnly, resultTypes: ['violations'] });
  const { violations } = await (within ? axe.include(within) : axe).analyze();
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
