import { preferencesApi } from '../../../api/preferences-api';
import { sessionApi } from '../../../api/session-api';
import { listener } from '../../../state/listener';
import { columnsChanged, preferencesChanged } from '../../../state/preferences';
import type { Role } from '../../../../contract/codes';
import { viewLinked } from './case-list-query';

/** The name that the list's columns are kept under: leaders have one column more. */
export const gridOf = (role: Role | undefined) =>
  role === undefined || role === 'member' ? 'my-cases' : 'team-cases';

type Known = Parameters<ReturnType<typeof sessionApi.endpoints.currentUser.select>>[0];

/** A link to a view brings its columns and density along; what it asks stands in the view itself. */
export function listenToViewLinks(): void {
  listener.startListening.withTypes<Known>()({
    matcher: preferencesApi.endpoints.views.matchFulfilled,
    effect: async ({ payload }, { getState, dispatch, condition }) => {
      const view = viewLinked(new URLSearchParams(location.hash.split('?')[1]), payload);
      const user = () => sessionApi.endpoints.currentUser.select()(getState()).data;
      if (!view || !(user() || (await condition(() => user() !== undefined)))) return;
      if (view.columns) dispatch(columnsChanged({ grid: gridOf(user()?.role), columns: view.columns }));
      if (view.density) dispatch(preferencesChanged({ density: view.density }));
    },
  });
}
