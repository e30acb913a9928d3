import { createCell, useCell } from './cell';

const KEY = 'preferences';

export interface Preferences {
  theme: 'system' | 'light' | 'dark';
  density: 'comfortable' | 'compact';
  /** Single-key shortcuts can be switched off (WCAG 2.1.4). */
  shortcuts: boolean;
  /** Shortcut -> keys, where this person has others than the product's own; '' is none. */
  keys: Record<string, string>;
}

const DEFAULTS: Preferences = { theme: 'system', density: 'comfortable', shortcuts: true, keys: {} };

function stored(): Preferences {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>) };
  } catch {
    return DEFAULTS;
  }
}

const cell = createCell<Preferences>(stored());

export function setPreferences(change: Partial<Preferences>): void {
  cell.set({ ...cell.get(), ...change });
  localStorage.setItem(KEY, JSON.stringify(cell.get()));
}

export function usePreferences(): Preferences {
  return useCell(cell);
}

/** For what keeps them elsewhere too. */
export const preferences = cell;

const darkQuery = matchMedia('(prefers-color-scheme: dark)');
const systemDark = createCell(darkQuery.matches);
darkQuery.addEventListener('change', (event) => systemDark.set(event.matches));

export function useDark(): boolean {
  const { theme } = usePreferences();
  const dark = useCell(systemDark);
  return theme === 'dark' || (theme === 'system' && dark);
}

const motionQuery = matchMedia('(prefers-reduced-motion: reduce)');
const lessMotion = createCell(motionQuery.matches);
motionQuery.addEventListener('change', (event) => lessMotion.set(event.matches));

export function useReducedMotion(): boolean {
  return useCell(lessMotion);
}

/** Marks the document before the first paint, so that no page flashes in the other theme. */
export function paintTheme(): void {
  const { theme, density } = cell.get();
  const dark = theme === 'dark' || (theme === 'system' && systemDark.get());
  const root = document.documentElement;
  root.dataset.theme = dark ? 'dark' : 'light';
  root.dataset.agThemeMode = dark ? 'dark' : 'light';
  root.dataset.density = density;
}
cell.follow(paintTheme);
systemDark.follow(paintTheme);
