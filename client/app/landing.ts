import { CASE_LIST, ROUTES } from './router';
import type { ScreenHelp } from './routes/screen';

/** Asks for a screen's module before the router comes to it, which tells when there is none. */
export function fetchScreen(hash: string): void {
  const path = /^#([^?]*)/.exec(hash)?.[1] || CASE_LIST;
  const found = ROUTES[screenAt(path)];
  found?.load().catch(() => undefined);
}

/** Where sign-in leads: the case list when the user's menu has it, else the first entry that has a screen. */
export function landing(menu: readonly string[]): string {
  const first = menu.map((key) => ROUTES.find((screen) => screen.menu?.key === key)).find(Boolean);
  return menu.includes('/myTasks') ? CASE_LIST : (first?.path ?? CASE_LIST);
}

function screenAt(path: string): number {
  const parts = path.split('/');
  return ROUTES.findIndex((screen) => {
    const names = screen.path.split('/');
    return (
      names.length === parts.length && names.every((name, at) => name.startsWith(':') || name === parts[at])
    );
  });
}

/** The help of a path: its own, its entry's, its setting's, or that of the entry it belongs to. */
export function helpOf(path: string): ScreenHelp {
  const at = screenAt(path);
  const { help, menu, setting } = ROUTES[at] ?? {};
  const entry = ROUTES.slice(0, at + 1).findLast((screen) => screen.menu)?.menu;
  return help ?? menu?.label ?? setting?.label ?? entry?.label ?? 'case-list';
}

/** The path of the menu's entry that a screen belongs to. */
export function entryOf(path: string): string | undefined {
  const at = screenAt(path);
  if (ROUTES[at]?.setting && !ROUTES[at].menu) return '/system';
  return ROUTES.slice(0, at + 1).findLast(({ menu }) => menu)?.path;
}
