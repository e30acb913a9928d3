import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { SheetKind } from '../../../contract/administration/sheet-uploads';
import { SHEET_CALLS, useSendSheetMutation } from './sheet-uploads-api';
import { FileButton } from '../../ui/file-button';
import { FileInput } from '../../ui/file-input';

/** The template, and a file to send. */
export function SendPanel({ kind }: { kind: SheetKind }) {
  const { t } = useTranslation('sheets');
  const [send, { isLoading }] = useSendSheetMutation();
  const [, setSearch] = useSearchParams();
  const take = async (file: File) => {
    const { data } = await send({ kind, file });
    setSearch(data ? { upload: String(data.uploadId) } : {});
  };
  return (
    <div className="sheet-send">
      <FileButton call={{ path: SHEET_CALLS[kind].template }} file={`${kind}.xlsx`}>
        {t('sheets:template')}
      </FileButton>
      <FileInput
        label={t('sheets:file')}
        accept=".xls,.xlsx"
        primary
        busy={isLoading}
        onFile={(file) => void take(file)}
      >
        {t('sheets:send')}
      </FileInput>
    </div>
  );
}
