import { ConfigProvider } from 'antd';
import { useRef } from 'react';
import { useWords } from '../../i18n/use-words';
import { Button } from '../button';
import type { Value } from './values';

interface PictureInputProps {
  id?: string;
  label: string;
  value: Value;
  onChange: (value: Value) => void;
}

/** A PNG or JPEG as a data URL; the server judges what it is and how large. */
export function PictureInput({ id, label, value, onChange }: PictureInputProps) {
  const { t } = useWords('forms');
  // Of a form that may only be read.
  const { componentDisabled: disabled } = ConfigProvider.useConfig();
  const input = useRef<HTMLInputElement>(null);
  const take = (file: File | undefined) => {
    if (!file) return;
    const reader = new FileReader();
    reader.onload = () => onChange(String(reader.result));
    reader.readAsDataURL(file);
  };
  return (
    <div className="entity-picture">
      <input
        id={id}
        ref={input}
        className="visually-hidden"
        type="file"
        disabled={disabled}
        accept="image/png,image/jpeg"
        aria-label={label}
        onChange={({ target }) => take(target.files?.[0])}
      />
      {typeof value === 'string' && <img src={value} alt={label} />}
      <Button disabled={disabled} onClick={() => input.current?.click()}>
        {t('forms:picture.choose')}
      </Button>
      {value !== null && (
        <Button disabled={disabled} onClick={() => onChange(null)}>
          {t('forms:picture.remove')}
        </Button>
      )}
    </div>
  );
}
