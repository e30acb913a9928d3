import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ProductTermsForm, type ProductTermsRow } from '../../../contract/money/products';
import { Button } from '../../ui/button';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { entityScreen } from '../../ui/entity-form/entity-screen';
import { productCalls } from './products-api';
import { TermsTag } from './terms-tag';

/** A version of a product's terms. One that has begun is read only, and the next one begins with what it says. */
export const Component = entityScreen({
  ...productCalls,
  words: 'products',
  schema: ProductTermsForm,
  layout: {
    product: { productCategory: {}, institutionId: { kind: 'choice' }, effectiveFrom: { kind: 'day' } },
    extension: {
      extensionPercent: { unit: 'percent', decimals: 2 },
      extensionDays: { unit: 'days' },
      extensionLimit: { unit: 'times' },
    },
    due: { afterDays: { unit: 'days' }, automaticDebit: {} },
  },
  may: 'product:manage',
  list: '/products',
  useOptions: usePlaceOptions,
  title: ({ productCategory }) => productCategory,
  blank: ({ institutionId }, effectiveFrom) => ({
    ...{ productCategory: null, institutionId, effectiveFrom },
    ...{ extensionPercent: 10, extensionDays: 7, extensionLimit: 2, afterDays: null, automaticDebit: false },
  }),
  next: (_, effectiveFrom) => ({ effectiveFrom }),
  isFixed: ({ state }) => state !== 'PLANNED',
  Extra,
});

function Extra({ row: { id, state } }: { row: ProductTermsRow }) {
  const { t } = useTranslation('products');
  const navigate = useNavigate();
  return (
    <>
      <TermsTag state={state} />
      {state !== 'PLANNED' && (
        <Button onClick={() => void navigate(`/add/product?like=${id}`)}>{t('products:next')}</Button>
      )}
    </>
  );
}
