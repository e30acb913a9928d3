import { createCell } from '../../lib/keyboard/cell';

/** What is open above the page. */
export const layer = createCell<'palette' | 'help' | null>(null);
