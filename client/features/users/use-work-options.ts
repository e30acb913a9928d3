import { useMay } from '../../api/session-api';
import type { Options } from '../../ui/entity-form/value-text';
import type { Value, Values } from '../../ui/entity-form/values';
import { useWorkAppsQuery, useWorkProductsQuery } from './users-api';

/** Options that limit a person's cases: the products that have terms, the lender's apps, and values already selected. */
export function useWorkOptions(): (values: Values) => Options {
  const products = useWorkProductsQuery(undefined, { skip: !useMay('product:manage') }).data?.result ?? [];
  const apps = useWorkAppsQuery().data ?? [];
  const names = products.map(({ productCategory }) => productCategory);
  return (values) => ({
    products: offered(names, values['products']),
    appSystems: offered(apps, values['appSystems']),
  });
}

function offered(names: readonly string[], chosen: Value | undefined) {
  const kept = Array.isArray(chosen) ? chosen.map(String) : [];
  return [...new Set([...names, ...kept])].sort().map((value) => ({ value, label: value }));
}
