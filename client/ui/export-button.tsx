import type { Call } from '../api/http';
import { useWords } from '../i18n/use-words';
import { FileButton } from './file-button';

export function ExportButton({ call, file, quiet }: { call: Call; file: string; quiet?: boolean }) {
  const { t } = useWords('lists');
  return (
    <FileButton call={call} file={file} quiet={quiet ?? false}>
      {t('lists:export')}
    </FileButton>
  );
}
