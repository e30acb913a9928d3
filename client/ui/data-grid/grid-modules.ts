import {
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  EventApiModule,
  HighlightChangesModule,
  LocaleModule,
  ModuleRegistry,
  PinnedRowModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  ScrollApiModule,
  themeQuartz,
} from 'ag-grid-community';

// Picked one by one: the whole of the community edition is twice as large.
ModuleRegistry.registerModules([
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  EventApiModule,
  HighlightChangesModule,
  LocaleModule,
  PinnedRowModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  ScrollApiModule,
]);

/** Colours come from ui/tokens.css, which knows light and dark: the grid follows without being drawn again. */
const shared = {
  accentColor: 'var(--accent)',
  backgroundColor: 'var(--surface)',
  foregroundColor: 'var(--ink)',
  borderColor: 'var(--line)',
  headerBackgroundColor: 'var(--surface-2)',
  headerTextColor: 'var(--ink-2)',
  oddRowBackgroundColor: 'var(--surface)',
  rowHoverColor: 'var(--hover)',
  selectedRowBackgroundColor: 'var(--accent-soft)',
  valueChangeValueHighlightBackgroundColor: 'var(--flash)',
  fontFamily: 'inherit',
  fontSize: 13,
  headerFontWeight: 600,
  headerFontSize: 12.5,
  wrapperBorder: { color: 'var(--line)' },
  wrapperBorderRadius: 8,
  columnBorder: false,
  cellHorizontalPadding: 6,
};

export const gridThemes = {
  comfortable: themeQuartz.withParams({ ...shared, rowHeight: 34, headerHeight: 42 }),
  compact: themeQuartz.withParams({ ...shared, rowHeight: 27, headerHeight: 38 }),
};
