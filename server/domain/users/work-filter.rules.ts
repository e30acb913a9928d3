/** Which cases a collector is given: by the loan's product, its first-loan type and its app. An empty filter is open. */
export interface WorkFilter {
  products: readonly string[];
  loanTypes: readonly number[];
  appSystems: readonly string[];
}
/** Traits that a filter checks. */
export interface LoanTraits {
  product: string;
  reloan: number;
  app: string;
}

/** The columns of a filter as SQL answers them: JSON, or null for an open one. */
export type StoredFilter = Record<keyof WorkFilter, string | null>;

export function filterOf({ products, loanTypes, appSystems }: StoredFilter): WorkFilter {
  return {
    products: parsed<string>(products),
    loanTypes: parsed<number>(loanTypes),
    appSystems: parsed<string>(appSystems),
  };
}

function parsed<Value>(text: string | null): Value[] {
  return text === null ? [] : (JSON.parse(text) as Value[]);
}

export function isOpenFilter({ products, loanTypes, appSystems }: WorkFilter): boolean {
  return products.length + loanTypes.length + appSystems.length === 0;
}

/** The first filter that keeps the loan's case away, or null when none does. */
export function misfitOf(
  { products, loanTypes, appSystems }: WorkFilter,
  { product, reloan, app }: LoanTraits,
): 'PRODUCT' | 'LOAN_TYPE' | 'APP_SYSTEM' | null {
  if (products.length > 0 && !products.includes(product)) return 'PRODUCT';
  if (loanTypes.length > 0 && !loanTypes.includes(reloan)) return 'LOAN_TYPE';
  return appSystems.length > 0 && !appSystems.includes(app) ? 'APP_SYSTEM' : null;
}
