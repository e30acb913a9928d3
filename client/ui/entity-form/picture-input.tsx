import './picture-input.css';
import { ConfigProvider } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button';
import { FileInput } from '../file-input';
import type { Value } from './values';

interface PictureInputProps {
  id?: string;
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  accept?: string;
}

/** A picture as a data URL. A file of another kind is refused here; the server judges by its content, and how large it is. */
export function PictureInput({
  id,
  label,
  value,
  onChange,
  accept = 'image/png,image/jpeg',
}: PictureInputProps) {
  const { t } = useTranslation('forms');
  // Set in a read-only form.
  const { componentDisabled: disabled } = ConfigProvider.useConfig();
  const [isRefused, setRefused] = useState(false);
  const take = (file: File) => {
    const isPicture = accept.split(',').includes(file.type);
    setRefused(!isPicture);
    if (!isPicture) return;
    const reader = new FileReader();
    reader.onload = () => onChange(String(reader.result));
    reader.readAsDataURL(file);
  };
  return (
    <div className="entity-picture">
      {typeof value === 'string' && <img src={value} alt={label} />}
      <FileInput id={id} label={label} accept={accept} disabled={disabled} onFile={take}>
        {t('forms:picture.choose')}
      </FileInput>
      {value !== null && (
        <Button disabled={disabled} onClick={() => onChange(null)}>
          {t('forms:picture.remove')}
        </Button>
      )}
      <span className="entity-picture-problem" role="alert">
        {isRefused && t('forms:picture.kind')}
      </span>
    </div>
  );
}
