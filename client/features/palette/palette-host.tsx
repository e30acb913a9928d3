import { lazy, Suspense, useState } from 'react';
import { SHORTCUTS, useShortcut } from '../../lib/keyboard/shortcuts';
import type { PaletteRoute } from './palette-entries';

const Palette = lazy(() => import('./palette'));
const ShortcutHelp = lazy(() => import('./shortcut-help'));

/** Ctrl+K opens the command palette and ? the list of shortcuts; neither is loaded before. */
export function PaletteHost({ routes }: { routes: readonly PaletteRoute[] }) {
  const [open, setOpen] = useState<'palette' | 'help' | null>(null);
  useShortcut(SHORTCUTS.palette, () => setOpen('palette'));
  useShortcut(SHORTCUTS.help, () => setOpen('help'));
  const close = () => setOpen(null);
  return (
    <Suspense fallback={null}>
      {open === 'palette' && <Palette routes={routes} onClose={close} onHelp={() => setOpen('help')} />}
      {open === 'help' && <ShortcutHelp onClose={close} />}
    </Suspense>
  );
}
