import { Input, type InputRef, Select } from 'antd';
import { type FormEvent, useRef, useState } from 'react';
import { CASE_STATUSES } from '../../../../contract/codes';
import { useWords } from '../../../i18n/use-words';
import { SHORTCUTS, useShortcut } from '../../../lib/shortcuts';
import { Button } from '../../../ui/button';
import { TEXT_FILTERS, type TextFilter } from './list-question';

type Field = TextFilter | 'appName';
type Texts = Record<Field, string>;
const FIELDS: readonly Field[] = [...TEXT_FILTERS, 'appName'];

interface CaseFiltersProps {
  search: URLSearchParams;
  onFilter: (change: Partial<Record<Field | 'status', string | undefined>>) => void;
}

/** User id, customer name, loan id, phone, app and status; `/` puts the cursor into the first. */
export function CaseFilters({ search, onFilter }: CaseFiltersProps) {
  const { t } = useWords('cases', 'codes');
  const asked = textsOf(search);
  const status = search.get('status') ?? undefined;
  const [draft, setDraft] = useState({ asked, texts: asked });
  const first = useRef<InputRef>(null);
  useShortcut(SHORTCUTS.search, () => first.current?.focus());
  // Back and forward change the address under the form: its fields follow.
  if (JSON.stringify(draft.asked) !== JSON.stringify(asked)) setDraft({ asked, texts: asked });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFilter(draft.texts);
  };
  const any = status !== undefined || Object.values(draft.texts).some(Boolean);
  return (
    <form className="filters" role="search" aria-label={t('cases:filter.label')} onSubmit={submit}>
      {FIELDS.map((name, index) => (
        <Input
          key={name}
          ref={index === 0 ? first : undefined}
          name={name}
          aria-label={t(`cases:column.${name}`)}
          placeholder={t(`cases:column.${name}`)}
          value={draft.texts[name]}
          inputMode={name === 'borrowerId' ? 'numeric' : name === 'borrowerPhone' ? 'tel' : 'text'}
          allowClear
          autoComplete="off"
          onChange={(event) => setDraft({ asked, texts: { ...draft.texts, [name]: event.target.value } })}
        />
      ))}
      <Select
        aria-label={t('cases:column.status')}
        placeholder={t('cases:column.status')}
        value={status}
        allowClear
        popupMatchSelectWidth={false}
        options={CASE_STATUSES.map((value) => ({ value, label: t(`codes:case-status.${value}`) }))}
        onChange={(value?: string) => onFilter({ ...draft.texts, status: value })}
      />
      <Button type="submit">{t('common:action.search')}</Button>
      <Button
        quiet
        disabled={!any}
        onClick={() => onFilter({ ...textsOf(new URLSearchParams()), status: undefined })}
      >
        {t('common:action.clear')}
      </Button>
    </form>
  );
}

function textsOf(search: URLSearchParams): Texts {
  return Object.fromEntries(FIELDS.map((name) => [name, search.get(name) ?? ''])) as Texts;
}
