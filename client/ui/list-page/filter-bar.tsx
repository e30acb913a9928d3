import { Input, type InputRef, Segmented, Select } from 'antd';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language';
import { formatCounted } from '../../lib/capped-count';
import { SHORTCUTS, useShortcut } from '../../lib/keyboard/shortcuts';
import { Button } from '../button';
import { DateInput } from '../dates/date-input';
import type { Options } from '../entity-form/value-text';
import type { Filter, ListQuery } from './list-query';

type Change = Record<string, string | number | undefined>;

interface FilterBarProps {
  filters: readonly Filter[];
  words: string;
  options: Options;
  query: ListQuery;
  /** How many rows each choice of the segments has. */
  counts?: Readonly<Record<string, number>> | undefined;
  onFilter: (change: Change) => void;
}

/** Texts are asked for by Enter or the button, choices at once; `/` puts the cursor into the first text. */
export function FilterBar({ filters, words, options, query, counts, onFilter }: FilterBarProps) {
  const { t } = useTranslation([words, 'lists', 'codes']);
  const language = useLanguage();
  const texts = filters.filter(({ kind }) => isTyped(kind));
  const values = Object.fromEntries(texts.map(({ name }) => [name, String(query[name] ?? '')]));
  const [typing, setTyping] = useState({ asked: values, typed: values });
  const first = useRef<InputRef>(null);
  useShortcut(SHORTCUTS.search, () => first.current?.focus());
  // Back and forward change the address under the form: its fields follow.
  if (JSON.stringify(typing.asked) !== JSON.stringify(values)) setTyping({ asked: values, typed: values });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFilter(typing.typed);
  };
  const narrowed = filters.filter(({ name, kind }) => kind !== 'segments' && query[name] !== undefined);
  return (
    <form className="list-filters" role="search" aria-label={t('lists:filters')} onSubmit={submit}>
      {filters.map((filter) => {
        const { name, kind = 'text' } = filter;
        const label = t(`${words}:filter.${name}`);
        const common = { 'aria-label': label, placeholder: label };
        if (isTyped(kind))
          return (
            <Input
              key={name}
              {...common}
              ref={name === texts[0]?.name ? first : undefined}
              name={name}
              value={typing.typed[name]}
              allowClear
              autoComplete="off"
              {...(kind === 'number' && { inputMode: 'numeric', pattern: '[0-9]*' })}
              onChange={({ target }) =>
                setTyping({ asked: values, typed: { ...typing.typed, [name]: target.value } })
              }
              onClear={() => onFilter({ ...typing.typed, [name]: undefined })}
            />
          );
        if (kind === 'day')
          return (
            <DateInput
              key={name}
              label={label}
              placeholder={label}
              value={query[name] === undefined ? null : String(query[name])}
              onChange={(value) => onFilter({ ...typing.typed, [name]: value ?? undefined })}
            />
          );
        if (kind === 'kept')
          return query[name] === undefined ? null : (
            <Button key={name} onClick={() => onFilter({ ...typing.typed, [name]: undefined })}>
              {label} <span aria-hidden="true">×</span>
            </Button>
          );
        const choices = choicesOf(filter, options, t);
        if (kind === 'segments')
          return (
            <Segmented
              key={name}
              aria-label={label}
              value={String(query[name])}
              options={choices.map(({ value, label: text }) => ({
                value,
                label: (
                  <>
                    {text}
                    {counts && (
                      <span className="figure list-count">{formatCounted(counts[value], language)}</span>
                    )}
                  </>
                ),
              }))}
              onChange={(value) => onFilter({ ...typing.typed, [name]: value })}
            />
          );
        return (
          <Select
            key={name}
            {...common}
            value={query[name] ?? null}
            allowClear
            popupMatchSelectWidth={false}
            showSearch={{ optionFilterProp: 'label' }}
            options={choices}
            onChange={(value) => onFilter({ ...typing.typed, [name]: value ?? undefined })}
          />
        );
      })}
      {texts.length > 0 && <Button type="submit">{t('common:action.search')}</Button>}
      {narrowed.length > 0 && (
        <Button
          quiet
          onClick={() => onFilter(Object.fromEntries(narrowed.map(({ name }) => [name, undefined])))}
        >
          {t('common:action.clear')}
        </Button>
      )}
    </form>
  );
}

function isTyped(kind: Filter['kind'] = 'text'): boolean {
  return kind === 'text' || kind === 'number';
}

// The address has texts: ids of the page's options are compared as such.
function choicesOf({ name, choices, words }: Filter, options: Options, t: (key: string) => string) {
  if (choices) return choices.map((value) => ({ value, label: t(`${words}.${value}`) }));
  return (options[name] ?? []).map(({ value, label }) => ({ value: String(value), label }));
}
