import { Select, type SelectProps } from 'antd';
import { useTranslation } from 'react-i18next';

export interface Choice<Value extends string | number> {
  value: Value;
  label: string;
  disabled?: boolean;
}

interface GenericSelectProps<Value extends string | number> {
  /** Its name for screen readers, and what an empty one says. */
  label: string;
  choices: readonly Choice<Value>[];
  value: Value | null | undefined;
  onChange: (value: Value | undefined) => void;
  /** The choices are still loading. */
  loading?: boolean;
  clearable?: boolean;
  id?: string;
  size?: SelectProps['size'];
  className?: string;
}

/** A choice among few or many: searchable by label, clearable. */
export function GenericSelect<Value extends string | number>(props: GenericSelectProps<Value>) {
  const { t } = useTranslation();
  return (
    <Select<Value>
      aria-label={props.label}
      placeholder={props.label}
      options={[...props.choices]}
      value={props.value ?? null}
      onChange={(value) => props.onChange(value ?? undefined)}
      loading={props.loading ?? false}
      allowClear={props.clearable ?? true}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent={t('common:empty.title')}
      {...(props.id && { id: props.id })}
      {...(props.size && { size: props.size })}
      {...(props.className && { className: props.className })}
    />
  );
}
