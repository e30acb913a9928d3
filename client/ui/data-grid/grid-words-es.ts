export { AG_GRID_LOCALE_ES as default } from '@ag-grid-community/locale';
