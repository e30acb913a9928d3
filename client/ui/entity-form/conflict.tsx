import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { Button } from '../button';
import { DifferenceTable } from './difference-table';
import { differences, labelKeys } from './fields';
import { contested, type FormState } from './use-form-state';

/** Somebody else was first: what was changed, what of mine is at stake, and whether mine goes on top of it. */
export function Conflict({ draft }: { draft: FormState }) {
  const { words, conflict, followed, failure } = draft;
  const { t } = useTranslation([words, 'forms']);
  const nameOf = (by: string | null | undefined) => by ?? t('forms:somebody');
  if (!conflict)
    return (
      <>
        {failure && (
          <Alert
            type="error"
            role="alert"
            title={failure.message}
            description={failure.requestId && t('common:error.reference', { id: failure.requestId })}
          />
        )}
        <p role="status" className={followed ? 'entity-followed' : 'visually-hidden'}>
          {followed &&
            t('forms:overtaken.followed', { name: nameOf(followed.by), version: followed.version })}
        </p>
      </>
    );
  const label = t('forms:overtaken.title', { name: nameOf(conflict.by) });
  const lost = contested(draft).map((field) => t(labelKeys(words, field)));
  return (
    <Alert
      type="warning"
      role="alert"
      title={label}
      description={
        <div className="entity-overtaken">
          <DifferenceTable
            label={label}
            differences={differences(draft.fields, draft.base.values, conflict.values)}
            words={words}
            options={draft.named}
          />
          {lost.length > 0 && <p>{t('forms:overtaken.lost', { fields: lost.join(', ') })}</p>}
          <div className="entity-buttons">
            <Button small onClick={draft.keepMine}>
              {t('forms:overtaken.keep')}
            </Button>
            <Button small onClick={draft.discard}>
              {t('forms:overtaken.take')}
            </Button>
          </div>
        </div>
      }
    />
  );
}
