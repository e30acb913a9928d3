import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Call } from '../../api/http';
import { ExportFiles } from './export-files';
import { FileButton } from '../file-button';

/** A list that is too long to be answered at once is written by a job: it is found beside the button until it expires. */
export function ExportButton({ call, file, quiet }: { call: Call; file: string; quiet?: boolean }) {
  const { t } = useTranslation('lists');
  const [shown, setShown] = useState(false);
  return (
    <>
      <FileButton call={call} file={file} quiet={quiet ?? false} onLater={() => setShown(true)}>
        {t('lists:export')}
      </FileButton>
      <ExportFiles open={shown} onOpenChange={setShown} />
    </>
  );
}
