import { useEffect, useEffectEvent } from 'react';
import type { SavedView } from '../../../../contract/preferences';
import { useSaveViewMutation, useViewsQuery } from '../../../api/preferences-api';
import { preferences, setPreferences } from '../../../lib/preferences';
import { columnStates, setColumns } from '../../../ui/data-grid/column-state';
import { isViewLink, searchOfView, viewQueryOf, withoutFilters } from './list-question';

/** Saved views of the list: choosing one writes it into the address, and an address that names one is filled by it. */
export function useViews(
  grid: string,
  search: URLSearchParams,
  go: (search: URLSearchParams, replace: boolean) => void,
) {
  const { data: views } = useViewsQuery();
  const [save] = useSaveViewMutation();
  const chosen = Number(search.get('view')) || null;
  const apply = (view: SavedView, replace: boolean) => {
    if (view.columns) setColumns(grid, view.columns);
    if (view.density) setPreferences({ density: view.density });
    go(searchOfView(view), replace);
  };
  const linked = isViewLink(search) ? views?.find(({ id }) => id === chosen) : undefined;
  const follow = useEffectEvent((view: SavedView) => apply(view, true));
  const filled = linked && (Object.keys(linked.query).length > 0 || linked.columns) ? linked : undefined;
  useEffect(() => {
    if (filled) follow(filled);
  }, [filled]);
  return {
    chosen,
    choose: (view: SavedView | null) => {
      if (view) apply(view, false);
      else go(withoutFilters(new URLSearchParams()), false);
    },
    saveAs: async (name: string): Promise<boolean> => {
      const columns = columnStates.get()[grid] ?? null;
      const { density } = preferences.get();
      const answer = await save({ name, query: viewQueryOf(search), columns, density, shared: false });
      if (!answer.data) return false;
      const next = new URLSearchParams(search);
      next.set('view', String(answer.data.id));
      go(next, true);
      return true;
    },
  };
}
