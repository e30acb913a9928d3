import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { ProductTermsForm, type ProductTermsRow } from '../../../contract/money/products';
import { addDays, businessDay } from '../../../contract/shared/date';
import { usePlaceOptions } from '../../api/institutions-api';
import { useCurrentUserQuery, useMay } from '../../api/session-api';
import { useNow } from '../../state/clock';
import { Button } from '../../ui/button';
import { EntityPage } from '../../ui/entity-form/entity-page';
import { fieldsOf, groupsOf } from '../../ui/entity-form/fields';
import { useDraft } from '../../ui/entity-form/use-draft';
import type { Values, Version } from '../../ui/entity-form/values';
import { useProductTermsQuery, useSaveProductTermsMutation } from './products-api';
import { TermsTag } from './terms-tag';

const GROUPS = groupsOf(ProductTermsForm, {
  product: { productCategory: {}, institutionId: { kind: 'choice' }, effectiveFrom: { kind: 'day' } },
  extension: {
    extensionPercent: { unit: 'percent', decimals: 2 },
    extensionDays: { unit: 'days' },
    extensionLimit: { unit: 'times' },
  },
  due: { afterDays: { unit: 'days' }, automaticDebit: {} },
});
const FIELDS = fieldsOf(GROUPS);

const NEW = {
  productCategory: null, extensionPercent: 10, extensionDays: 7, extensionLimit: 2, afterDays: null,
  automaticDebit: false,
} as const; // prettier-ignore

const valuesOf = (row: ProductTermsRow): Values => ({ ...ProductTermsForm.parse(row) });

/** A version of a product's terms. One that has begun is read only, and the next one begins with what it says. */
export function Component() {
  const { id } = useParams();
  const [search] = useSearchParams();
  const like = Number(search.get('like'));
  return <Terms key={`${id} ${like}`} id={id ? Number(id) : null} like={like} />;
}

function Terms({ id, like }: { id: number | null; like: number }) {
  const { t } = useTranslation('products');
  const navigate = useNavigate();
  const { data: me } = useCurrentUserQuery();
  const tomorrow = addDays(businessDay(new Date(useNow())), 1);
  const known = id ?? like;
  const answer = useProductTermsQuery({ termsId: known }, { skip: known === 0 });
  const row = answer.data?.result[0];
  const [save] = useSaveProductTermsMutation();
  const begun = id !== null && row !== undefined && row.state !== 'PLANNED';
  const draft = useDraft({
    schema: ProductTermsForm,
    fields: FIELDS,
    words: 'products',
    options: usePlaceOptions(),
    inForce: id === null ? fresh(tomorrow, like === 0 ? me?.institutionId : row) : row && versionOf(row),
    readOnly: !useMay('product:manage') || begun,
    send: ({ version, values, clientRequestId }) =>
      save({ ...ProductTermsForm.parse(values), clientRequestId, ...(id !== null && { id, version }) }),
    refetch: answer.refetch,
  });
  return (
    <EntityPage
      title={id === null ? t('products:new.title') : (row?.productCategory ?? '')}
      back={{ to: '/products', label: t('products:list.title') }}
      extra={
        id !== null &&
        row && (
          <>
            <TermsTag state={row.state} />
            {begun && (
              <Button onClick={() => void navigate(`/add/product?like=${row.id}`)}>
                {t('products:next')}
              </Button>
            )}
          </>
        )
      }
      answer={answer}
      draft={draft}
      groups={GROUPS}
      onSaved={() => void navigate('/products')}
    />
  );
}

function versionOf(row: ProductTermsRow): Version {
  return { version: row.version, by: row.updatedBy, at: row.updatedAt, values: valuesOf(row) };
}

/** @param from an institution to begin with, or the version that it follows; undefined while it is not known yet */
function fresh(effectiveFrom: string, from: number | ProductTermsRow | undefined): Version | undefined {
  if (from === undefined) return undefined;
  const values = typeof from === 'number' ? { ...NEW, institutionId: from } : valuesOf(from);
  return { version: 0, isNew: true, values: { ...values, effectiveFrom } };
}
