import { useEffect } from 'react';
import { keepColumns, keepSettings, useOwnPreferencesQuery } from '../../api/preferences-api';
import { preferences, setPreferences } from '../../lib/preferences';
import { columnStates, type KnownColumns, replaceColumns } from '../../ui/data-grid/column-state';

const GATHER_MS = 800;

/**
 * The same theme, density, shortcuts and columns on every browser: the server's are shown when they have come, and every
 * change after that is kept there. What was changed before stands when the server knows nothing yet.
 */
export function useRoaming(): void {
  const { data: own } = useOwnPreferencesQuery();
  useEffect(() => {
    if (!own) return;
    setPreferences(own.settings);
    replaceColumns({ ...columnStates.get(), ...own.columns });
    return followChanges();
  }, [own]);
}

function followChanges(): () => void {
  let settings = preferences.get();
  let columns = columnStates.get();
  const keep = gather(() => {
    if (preferences.get() !== settings) void keepSettings((settings = preferences.get()));
    const now = columnStates.get();
    for (const grid of changedGrids(columns, now)) void keepColumns(grid, now[grid] ?? []);
    columns = now;
  });
  const stops = [preferences.follow(keep.soon), columnStates.follow(keep.soon)];
  return () => {
    for (const stop of stops) stop();
    keep.cancel();
  };
}

function changedGrids(before: KnownColumns, after: KnownColumns): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]);
}

function gather(act: () => void): { soon: () => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    soon: () => {
      clearTimeout(timer);
      timer = setTimeout(act, GATHER_MS);
    },
    cancel: () => clearTimeout(timer),
  };
}
