import { TERMS_STATES, type ProductTermsRow } from '../../../contract/money/products';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';
import { productCalls } from './products-api';
import { TermsTag } from './terms-tag';

const FILTERS: readonly Filter[] = [
  { name: 'productCategory' },
  { name: 'state', kind: 'choice', choices: TERMS_STATES, words: 'products:state' },
  { name: 'institutionId', kind: 'choice' },
];

const COLUMNS: readonly Column<ProductTermsRow>[] = [
  { field: 'productCategory', kind: 'name', width: 120, sortable: true },
  { field: 'state', width: 92, grow: 0, draw: ({ state }) => <TermsTag state={state} /> },
  { field: 'effectiveFrom', kind: 'day', width: 108, grow: 0, sortable: true },
  { field: 'extensionPercent', kind: 'count', width: 88 },
  { field: 'extensionDays', kind: 'count', width: 88 },
  { field: 'extensionLimit', kind: 'count', width: 92 },
  { field: 'afterDays', kind: 'count', width: 100 },
  { field: 'automaticDebit', kind: 'yes', width: 100 },
  { field: 'institutionName', width: 120 },
  { field: 'updatedAt', kind: 'time', width: 112, grow: 0, sortable: true },
];

/** Every version of the products' terms: what held, what holds, and what will. */
export function Component() {
  return (
    <ListPage<ProductTermsRow>
      id="products"
      words="products"
      useRows={productCalls.useList}
      filters={FILTERS}
      options={usePlaceOptions()}
      columns={COLUMNS}
      rowId={({ id }) => String(id)}
      open={({ id }) => `/product/${id}`}
      primary={{ to: '/add/product', may: 'product:manage' }}
    />
  );
}
