import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import type { ColumnStates } from '../../contract/preferences';
import { PAGE_SIZES } from '../../contract/shared/page';
import { keepColumns, keepSettings, preferencesApi } from '../api/preferences-api';
import { darkMedia, useMedia } from '../lib/media';
import { type Preferences, storedPreferences, storePreferences } from '../lib/preferences';
import { listener } from './listener';

/** Width, order and visibility of every table's columns, by the table's name; the sort is the question's, not the column's. */
export type KnownColumns = Readonly<Record<string, ColumnStates>>;

const COLUMNS = 'columns';
/** Settings are changed in bursts (a column is dragged, a density tried): they are sent this long after the last change. */
const SEND_AFTER_MS = 800;

interface State {
  settings: Preferences;
  columns: KnownColumns;
}

function storedColumns(): KnownColumns {
  try {
    return (JSON.parse(localStorage.getItem(COLUMNS) ?? '{}') as KnownColumns | null) ?? {};
  } catch {
    return {}; // Somebody else's entry: the columns stand as the screens define them.
  }
}

/** The same theme, density, shortcuts and columns on every browser: the server's replace this browser's when they have come. */
export const preferences = createSlice({
  name: 'preferences',
  initialState: (): State => ({ settings: storedPreferences(), columns: storedColumns() }),
  reducers: {
    preferencesChanged: (state, { payload }: PayloadAction<Partial<Preferences>>) => {
      Object.assign(state.settings, payload);
    },
    /** `columns: null`: as the screen defines them. */
    columnsChanged: (state, { payload }: PayloadAction<{ grid: string; columns: ColumnStates | null }>) => {
      const { [payload.grid]: _, ...others } = state.columns;
      const columns = payload.columns ?? [];
      state.columns = columns.length === 0 ? others : { ...others, [payload.grid]: columns };
    },
  },
  extraReducers: (builder) =>
    builder.addMatcher(preferencesApi.endpoints.ownPreferences.matchFulfilled, (state, { payload }) => {
      Object.assign(state.settings, payload.settings);
      state.columns = { ...state.columns, ...payload.columns };
    }),
  selectors: { ofSettings: (state) => state.settings, ofColumns: (state) => state.columns },
});

export const { preferencesChanged, columnsChanged } = preferences.actions;
export const { ofSettings, ofColumns } = preferences.selectors;

export const usePreferences = () => useSelector(ofSettings);

export const useColumns = (grid: string): ColumnStates | undefined => useSelector(ofColumns)[grid];

/** How many rows a list's page has, unless the address says: as chosen, else as the list has by itself. */
export function usePageSize(defaultSize: number): { size: number; keepSize: (size: number) => void } {
  const { pageSize } = usePreferences();
  const dispatch = useDispatch();
  const keepSize = (size: number) => {
    const known = PAGE_SIZES.find((each) => each === size);
    if (known) dispatch(preferencesChanged({ pageSize: known }));
  };
  return { size: pageSize ?? defaultSize, keepSize };
}

export function useDark(): boolean {
  const { theme } = usePreferences();
  const system = useMedia(darkMedia);
  return theme === 'dark' || (theme === 'system' && system);
}

export type WithPreferences = Parameters<typeof ofSettings>[0];
type Known = WithPreferences &
  Parameters<ReturnType<typeof preferencesApi.endpoints.ownPreferences.select>>[0];

const { select } = preferencesApi.endpoints.ownPreferences;

export function listenToPreferences(): void {
  const startListening = listener.startListening.withTypes<Known>();
  startListening({
    predicate: (_, now, before) => now.preferences !== before.preferences,
    effect: (_, { getState }) => {
      const { settings, columns } = getState().preferences;
      storePreferences(settings);
      localStorage.setItem(COLUMNS, JSON.stringify(columns));
    },
  });
  // Settings that the server has already are not sent; before its answer they are not known.
  startListening({
    matcher: isAnyOf(preferencesChanged, columnsChanged),
    effect: async (_, { getState, dispatch, delay, cancelActiveListeners }) => {
      cancelActiveListeners();
      await delay(SEND_AFTER_MS);
      const { settings, columns } = getState().preferences;
      const own = select()(getState()).data;
      if (!own) return;
      if (differ(own.settings, { ...own.settings, ...settings })) void keepSettings(settings);
      const grids = new Set([...Object.keys(own.columns), ...Object.keys(columns)]);
      for (const grid of grids)
        if (differ(own.columns[grid], columns[grid])) void keepColumns(grid, columns[grid] ?? []);
      void dispatch(preferencesApi.util.upsertQueryData('ownPreferences', undefined, { settings, columns }));
    },
  });
}

const differ = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);
