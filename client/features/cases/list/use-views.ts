import { useDispatch } from 'react-redux';
import type { SavedView } from '../../../../contract/preferences';
import { useSaveViewMutation, useViewsQuery } from '../../../api/preferences-api';
import { columnsChanged, preferencesChanged, useColumns, usePreferences } from '../../../state/preferences';
import { searchOfView, viewLinked, viewQueryOf, withoutFilters } from './case-list-query';

/**
 * Saved views of the list. Choosing one writes it into the address; an address that names one and says nothing else asks
 * what the view asks.
 */
export function useViews(
  grid: string,
  search: URLSearchParams,
  go: (search: URLSearchParams, replace: boolean) => void,
) {
  const { data: views } = useViewsQuery();
  const [save] = useSaveViewMutation();
  const dispatch = useDispatch();
  const columns = useColumns(grid) ?? null;
  const { density } = usePreferences();
  const linked = viewLinked(search, views);
  const chosen = linked ? searchOfView(linked) : search;
  return {
    asked: chosen,
    chosen: Number(search.get('view')) || null,
    choose: (view: SavedView | null) => {
      if (!view) return go(withoutFilters(new URLSearchParams()), false);
      if (view.columns) dispatch(columnsChanged({ grid, columns: view.columns }));
      if (view.density) dispatch(preferencesChanged({ density: view.density }));
      go(searchOfView(view), false);
    },
    saveAs: async (name: string): Promise<boolean> => {
      const answer = await save({ name, query: viewQueryOf(chosen), columns, density, shared: false });
      if (!answer.data) return false;
      const next = new URLSearchParams(chosen);
      next.set('view', String(answer.data.id));
      go(next, true);
      return true;
    },
  };
}
