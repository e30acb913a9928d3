import './picture-input.css';
import { ConfigProvider } from 'antd';
import { useWords } from '../../i18n/use-words';
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

/** A picture as a data URL; the server judges what it is and how large. */
export function PictureInput({
  id,
  label,
  value,
  onChange,
  accept = 'image/png,image/jpeg',
}: PictureInputProps) {
  const { t } = useWords('forms');
  // Set in a read-only form.
  const { componentDisabled: disabled } = ConfigProvider.useConfig();
  const take = (file: File) => {
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
    </div>
  );
}
