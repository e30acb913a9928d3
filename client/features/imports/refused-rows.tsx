import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportRun } from '../../../contract/cases/imports';
import { FileButton } from '../../ui/file-button';
import { FileInput } from '../../ui/file-input';
import { formOf, type TakenFile } from './mapping/use-mapped-file';

/** The refused rows as a file to correct. They are read from the file that was imported: nobody but its sender has it. */
export function RefusedRows({ run, taken }: { run: ImportRun; taken: TakenFile | null }) {
  const { t } = useTranslation('imports');
  const [chosen, setChosen] = useState<File | null>(null);
  const isHere = taken?.importId === run.id;
  const file = isHere ? taken.file : chosen;
  if (!file)
    return (
      <FileInput label={t('imports:refused.choose')} accept=".csv,.xlsx" onFile={setChosen}>
        {t('imports:refused.choose')}
      </FileInput>
    );
  const body = formOf(file, isHere ? { mapping: taken.mapping } : {});
  return (
    <FileButton
      call={{ path: `management/task/import/${run.id}/refusedRows`, method: 'POST', body }}
      file="refused-rows.csv"
    >
      {t('imports:refused.rows')}
    </FileButton>
  );
}
