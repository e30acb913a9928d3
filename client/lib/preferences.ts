import type { Settings } from '../../contract/preferences';
import { darkMedia } from './media';

const KEY = 'preferences';

export interface Preferences {
  theme: 'system' | 'light' | 'dark';
  density: 'comfortable' | 'compact';
  fontScale: NonNullable<Settings['fontScale']>;
  pageSize?: NonNullable<Settings['pageSize']>;
  /** Single-key shortcuts can be switched off (WCAG 2.1.4). */
  shortcuts: boolean;
  /** Shortcut -> keys, where this person has others than the product's own; '' is none. */
  keys: Record<string, string>;
  /** Groups of the menu whose entries are folded away. */
  foldedMenu: string[];
}

const DEFAULTS: Preferences = {
  theme: 'system',
  density: 'comfortable',
  fontScale: 100,
  shortcuts: true,
  keys: {},
  foldedMenu: [],
};

/** This browser's copy, there before the server has answered, and at the sign-in page. */
export function storedPreferences(): Preferences {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>) };
  } catch {
    return DEFAULTS; // Somebody else's entry under the same name.
  }
}

export function storePreferences(preferences: Preferences): void {
  localStorage.setItem(KEY, JSON.stringify(preferences));
  paintTheme();
}

/** Marks the document before the first paint, so that no page flashes in the other theme. */
export function paintTheme(): void {
  const { theme, density, fontScale } = storedPreferences();
  const dark = theme === 'dark' || (theme === 'system' && darkMedia.matches());
  const root = document.documentElement;
  root.dataset.theme = dark ? 'dark' : 'light';
  root.dataset.agThemeMode = dark ? 'dark' : 'light';
  root.dataset.density = density;
  root.dataset.fontScale = String(fontScale);
}
darkMedia.follow(paintTheme);
