import './picture-input.css';
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
  accept?: string;
}

/** A picture as a data URL; the server judges what it is and how large. */
export function PictureInput({
  id,
  label,
  value,
  onChange,
  accept = 'image/png,image/jpeg',
}: PictureInputProps) {
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
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          take(target.files?.[0]);
          // The same file may be chosen again.
          target.value = '';
        }}
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
