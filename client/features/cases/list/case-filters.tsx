import { Input, type InputRef, Select } from 'antd';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CASE_STATUSES } from '../../../../contract/codes';
import { useCurrentUserQuery } from '../../../api/session-api';
import { SHORTCUTS, useShortcut } from '../../../lib/keyboard/shortcuts';
import { Button } from '../../../ui/button';
import { useLazyAppNamesQuery, useLazySubUsersQuery } from '../cases-api';
import { TEXT_FILTERS, type TextFilter } from './case-list-query';

type Chosen = 'appName' | 'ownerId' | 'status';
const CHOSEN: readonly Chosen[] = ['appName', 'ownerId', 'status'];
type Texts = Record<TextFilter, string>;

interface CaseFiltersProps {
  search: URLSearchParams;
  onFilter: (change: Partial<Record<TextFilter | Chosen, string | undefined>>) => void;
}

/** User id, customer name, loan id, phone, app, handler and status; `/` puts the cursor into the first. */
export function CaseFilters({ search, onFilter }: CaseFiltersProps) {
  const { t } = useTranslation(['cases', 'codes']);
  const texts = textsOf(search);
  const [typing, setTyping] = useState({ asked: texts, texts });
  const first = useRef<InputRef>(null);
  useShortcut(SHORTCUTS.search, () => first.current?.focus());
  // Back and forward change the address under the form: its fields follow.
  if (JSON.stringify(typing.asked) !== JSON.stringify(texts)) setTyping({ asked: texts, texts });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFilter(typing.texts);
  };
  const choose = (change: Partial<Record<Chosen, string | undefined>>) =>
    onFilter({ ...typing.texts, ...change });
  const any = CHOSEN.some((name) => search.has(name)) || Object.values(typing.texts).some(Boolean);
  return (
    <form className="filters" role="search" aria-label={t('cases:filter.label')} onSubmit={submit}>
      {TEXT_FILTERS.map((name, index) => (
        <Input
          key={name}
          ref={index === 0 ? first : undefined}
          name={name}
          aria-label={t(`cases:column.${name}`)}
          placeholder={t(`cases:column.${name}`)}
          value={typing.texts[name]}
          inputMode={name === 'borrowerId' ? 'numeric' : name === 'borrowerPhone' ? 'tel' : 'text'}
          allowClear
          autoComplete="off"
          onChange={(event) =>
            setTyping({ asked: texts, texts: { ...typing.texts, [name]: event.target.value } })
          }
        />
      ))}
      <AppFilter value={search.get('appName')} onChange={(appName) => choose({ appName })} />
      <HandlerFilter value={search.get('ownerId')} onChange={(ownerId) => choose({ ownerId })} />
      <ChoiceFilter
        label={t('cases:column.status')}
        value={search.get('status')}
        choices={CASE_STATUSES.map((value) => ({ value, label: t(`codes:case-status.${value}`) }))}
        onChange={(status) => choose({ status })}
      />
      <Button type="submit">{t('common:action.search')}</Button>
      <Button
        quiet
        disabled={!any}
        onClick={() =>
          onFilter({
            ...textsOf(new URLSearchParams()),
            appName: undefined,
            ownerId: undefined,
            status: undefined,
          })
        }
      >
        {t('common:action.clear')}
      </Button>
    </form>
  );
}

interface ChoiceProps {
  value: string | null;
  onChange: (value: string | undefined) => void;
}

/** The apps are asked for when they are wanted. */
function AppFilter(props: ChoiceProps) {
  const { t } = useTranslation('cases');
  const [ask, { data }] = useLazyAppNamesQuery();
  const names = data ?? (props.value === null ? [] : [props.value]);
  return (
    <ChoiceFilter
      {...props}
      label={t('cases:column.appName')}
      choices={names.map((name) => ({ value: name, label: name }))}
      onOpen={() => void ask(undefined, true)}
    />
  );
}

/** Owner filter, for viewers with people below. Until they are known, the chip under the filters names the one in the address. */
function HandlerFilter(props: ChoiceProps) {
  const { t } = useTranslation('cases');
  const { data: user } = useCurrentUserQuery();
  const [ask, { data = [] }] = useLazySubUsersQuery();
  if (!user || user.role === 'member') return null;
  const choices = data.map(({ id, name }) => ({ value: String(id), label: name }));
  const known = choices.some(({ value }) => value === props.value);
  return (
    <ChoiceFilter
      {...props}
      label={t('cases:column.ownerName')}
      value={known ? props.value : null}
      choices={choices}
      onOpen={() => void ask(undefined, true)}
    />
  );
}

interface ChoiceFilterProps extends ChoiceProps {
  label: string;
  choices: { value: string; label: string }[];
  onOpen?: () => void;
}

function ChoiceFilter({ label, value, choices, onChange, onOpen }: ChoiceFilterProps) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      value={value ?? undefined}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      options={choices}
      onOpenChange={(open) => open && onOpen?.()}
      onChange={(chosen?: string) => onChange(chosen)}
    />
  );
}

function textsOf(search: URLSearchParams): Texts {
  return Object.fromEntries(TEXT_FILTERS.map((name) => [name, search.get(name) ?? ''])) as Texts;
}
