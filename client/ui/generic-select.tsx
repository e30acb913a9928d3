import { Select, type SelectProps } from 'antd';
import { useWords } from '../i18n/use-words';

export interface Choice<Value extends string | number> {
  value: Value;
  label: string;
}

interface GenericSelectProps<Value extends string | number> {
  /** Its name for screen readers, and what an empty one says. */
  label: string;
  choices: readonly Choice<Value>[];
  value: Value | null | undefined;
  onChange: (value: Value | undefined) => void;
  /** Choices are still on their way. */
  loading?: boolean;
  clearable?: boolean;
  size?: SelectProps['size'];
  className?: string;
}

/** A choice among few or many: searchable by label, clearable. */
export function GenericSelect<Value extends string | number>(props: GenericSelectProps<Value>) {
  const { t } = useWords();
  return (
    <Select<Value>
      aria-label={props.label}
      placeholder={props.label}
      options={props.choices.map(({ value, label }) => ({ value, label }))}
      value={props.value ?? null}
      onChange={(value) => props.onChange(value ?? undefined)}
      loading={props.loading ?? false}
      allowClear={props.clearable ?? true}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent={t('common:empty.title')}
      {...(props.size && { size: props.size })}
      {...(props.className && { className: props.className })}
    />
  );
}
