import { Input, type InputRef } from 'antd';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button';

interface ViewNameProps {
  label: string;
  initial?: string;
  /** Answers whether the name was taken; why not is told elsewhere. */
  onName: (name: string) => Promise<boolean>;
  onCancel?: () => void;
}

export function ViewName({ label, initial = '', onName, onCancel }: ViewNameProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(initial);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) void onName(name.trim()).then((taken) => taken && setName(''));
  };
  return (
    <form className="view-form" onSubmit={submit}>
      <Input
        size="small"
        aria-label={label}
        placeholder={label}
        value={name}
        maxLength={60}
        ref={onCancel && focused}
        onChange={(event) => setName(event.target.value)}
      />
      <Button small type="submit" disabled={!name.trim()}>
        {t('common:action.save')}
      </Button>
      {onCancel && (
        <Button small quiet onClick={onCancel}>
          {t('common:action.cancel')}
        </Button>
      )}
    </form>
  );
}

/** A name that is being changed takes the focus, once. */
function focused(field: InputRef | null): void {
  field?.focus({ cursor: 'all' });
}
