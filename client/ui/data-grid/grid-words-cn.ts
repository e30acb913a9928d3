export { AG_GRID_LOCALE_CN as default } from '@ag-grid-community/locale';
