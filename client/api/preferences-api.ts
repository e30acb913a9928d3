import type {
  ColumnStates,
  NewView,
  OwnPreferences,
  SavedView,
  Settings,
  ViewChange,
} from '../../contract/preferences';
import { baseApi } from './base-api';
import { get, post } from './endpoints';
import { send } from './http';

export const preferencesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    ownPreferences: build.query<OwnPreferences, void>({
      query: () => ({ path: 'preferences/own' }),
      // Screens stand without them.
      extraOptions: { silent: 'all' },
    }),
    views: build.query<SavedView[], void>(get('preferences/views', ['View'])),
    saveView: build.mutation<{ id: number }, NewView>(post('preferences/views', ['View'])),
    changeView: build.mutation<null, { id: number; change: ViewChange }>({
      query: ({ id, change }) => ({ path: `preferences/views/${id}`, method: 'POST', body: change }),
      invalidatesTags: ['View'],
    }),
    deleteView: build.mutation<null, number>({
      query: (id) => ({ path: `preferences/views/${id}/delete`, method: 'POST', body: {} }),
      invalidatesTags: ['View'],
      // Gone from the menu at once; it comes back when the server refuses.
      async onQueryStarted(id, { dispatch, queryFulfilled }) {
        const hide = (views: SavedView[]) => views.filter((view) => view.id !== id);
        const patch = dispatch(preferencesApi.util.updateQueryData('views', undefined, hide));
        await queryFulfilled.catch(() => patch.undo());
      },
    }),
    restoreView: build.mutation<null, number>({
      query: (id) => ({ path: `preferences/views/${id}/restore`, method: 'POST', body: {} }),
      invalidatesTags: ['View'],
    }),
  }),
});

export const {
  useOwnPreferencesQuery,
  useViewsQuery,
  useSaveViewMutation,
  useChangeViewMutation,
  useDeleteViewMutation,
  useRestoreViewMutation,
} = preferencesApi;

/** Kept beside what is on screen: without a word when it fails, for the next change takes it along. */
export async function keepSettings(settings: Settings): Promise<void> {
  await send({ path: 'preferences/settings', method: 'POST', body: settings });
}
export async function keepColumns(grid: string, columns: ColumnStates): Promise<void> {
  await send({ path: `preferences/columns/${grid}`, method: 'POST', body: { columns } });
}
