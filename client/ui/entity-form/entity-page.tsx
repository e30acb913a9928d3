import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { BackLink } from '../visits/back-link';
import { PageHeader } from '../page-header';
import { EmptyState, ErrorState, PanelSkeleton } from '../states';
import { Time } from '../dates/time';
import { EntityForm, type EntityFormProps } from './entity-form';
import type { FormState } from './use-form-state';

interface EntityPageProps extends Omit<EntityFormProps, 'label' | 'draft'> {
  title: string;
  back: { to: string; label: string };
  draft: FormState | null;
  /** Answered without an error and still no draft: what the address names does not exist. */
  answer: { data?: unknown; error?: unknown; refetch: () => unknown };
  /** Beside the title: what state it is in, what can be done with it. */
  extra?: ReactNode;
  /** Where all of its changes are listed. */
  changes?: string;
  /** Beside the form. */
  aside?: ReactNode;
}

export function EntityPage(props: EntityPageProps) {
  const { title, back, draft, answer, extra, changes, aside, ...form } = props;
  const { t } = useTranslation('forms');
  const { by, at, isNew } = draft?.base ?? {};
  return (
    <div className="page">
      <BackLink {...back} />
      <PageHeader title={title} extra={extra} />
      {isNew && draft?.readOnly ? (
        <EmptyState title={t('common:error.denied')} />
      ) : draft ? (
        <div className="entity-body">
          <div>
            {at && (
              <p className="entity-changed muted">
                {t('forms:changed')} <Time value={at} /> {by}{' '}
                {changes && <Link to={changes}>{t('forms:history')}</Link>}
              </p>
            )}
            <EntityForm label={title} draft={draft} {...form} />
          </div>
          {aside && <div className="entity-aside">{aside}</div>}
        </div>
      ) : answer.error ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : answer.data !== undefined ? (
        <EmptyState title={t('common:error.gone')} />
      ) : (
        <PanelSkeleton lines={12} />
      )}
    </div>
  );
}
