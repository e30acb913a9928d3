import type { CaseSection, CaseTab } from './case-parts';

/**
 * Where `?tab=` leads: a section by its name, a tab at its first section, and the first tab of all when the name is
 * unknown or missing. Sections come first: a link to the loan is a link to the loan's section.
 */
export function placeOfTab(
  tabs: readonly CaseTab[],
  wanted: string | null,
): { tab: CaseTab; section: CaseSection } | null {
  for (const tab of tabs) {
    const section = tab.sections.find(({ name }) => name === wanted);
    if (section) return { tab, section };
  }
  const tab = tabs.find(({ name }) => name === wanted) ?? tabs[0];
  return tab ? { tab, section: tab.sections[0] } : null;
}
