import { lazy, Suspense, useEffect } from 'react';
import { useCell } from '../../lib/keyboard/cell';
import { SHORTCUTS, useShortcut } from '../../lib/keyboard/shortcuts';
import { layer } from './layer';
import type { PaletteRoute } from './palette-entries';

const Palette = lazy(() => import('./palette'));
const ScreenHelp = lazy(() => import('./screen-help'));

/**
 * Ctrl+K opens the command palette, and ? the help; neither is loaded before.
 *
 * @param screen what is said of the page, under `screens:screen`
 */
export function PaletteHost({ routes, screen }: { routes: readonly PaletteRoute[]; screen: string }) {
  const open = useCell(layer);
  useShortcut(SHORTCUTS.palette, () => layer.set('palette'));
  useShortcut(SHORTCUTS.help, () => layer.set('help'));
  const close = () => layer.set(null);
  useEffect(() => close, []);
  return (
    <Suspense fallback={null}>
      {open === 'palette' && <Palette routes={routes} onClose={close} onHelp={() => layer.set('help')} />}
      {open === 'help' && <ScreenHelp screen={screen} onClose={close} />}
    </Suspense>
  );
}
