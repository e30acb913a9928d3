import { createCell } from '../../lib/keyboard/cell';

/** The layer that is open above the page. */
export const layer = createCell<'palette' | 'help' | null>(null);
