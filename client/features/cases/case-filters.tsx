import { Button, Input, type InputRef } from 'antd';
import { type FormEvent, useRef, useState } from 'react';
import { useWords } from '../../i18n/use-words';
import { useShortcut } from '../../lib/shortcuts';
import { TEXT_FILTERS, type TextFilter } from './list-question';

type Texts = Record<TextFilter, string>;

interface CaseFiltersProps {
  search: URLSearchParams;
  onFilter: (texts: Texts) => void;
}

/** User id, customer name, loan id and phone; `/` puts the cursor into the first. */
export function CaseFilters({ search, onFilter }: CaseFiltersProps) {
  const { t } = useWords('cases');
  const asked = textsOf(search);
  const [draft, setDraft] = useState({ asked, texts: asked });
  const first = useRef<InputRef>(null);
  useShortcut('slash', () => first.current?.focus());
  // Back and forward change the address under the form: its fields follow.
  if (JSON.stringify(draft.asked) !== JSON.stringify(asked)) setDraft({ asked, texts: asked });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFilter(draft.texts);
  };
  const any = Object.values(draft.texts).some(Boolean);
  return (
    <form className="filters" role="search" aria-label={t('cases:filter.label')} onSubmit={submit}>
      {TEXT_FILTERS.map((name, index) => (
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
      <Button htmlType="submit">{t('common:action.search')}</Button>
      <Button type="text" disabled={!any} onClick={() => onFilter(textsOf(new URLSearchParams()))}>
        {t('common:action.clear')}
      </Button>
    </form>
  );
}

function textsOf(search: URLSearchParams): Texts {
  return Object.fromEntries(TEXT_FILTERS.map((name) => [name, search.get(name) ?? ''])) as Texts;
}
