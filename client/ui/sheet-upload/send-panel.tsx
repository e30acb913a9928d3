import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { SheetKind } from '../../../contract/sheet-uploads';
import { SHEET_CALLS, useSendSheetMutation } from '../../api/sheet-uploads-api';
import { useWords } from '../../i18n/use-words';
import { Button } from '../button';
import { FileButton } from '../file-button';

/** The template, and a file to send. */
export function SendPanel({ kind }: { kind: SheetKind }) {
  const { t } = useWords('sheets');
  const [send, { isLoading }] = useSendSheetMutation();
  const [, setSearch] = useSearchParams();
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const { data } = await send({ kind, file });
    setSearch(data ? { upload: String(data.uploadId) } : {});
  };
  return (
    <div className="sheet-send">
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept=".xls,.xlsx"
        aria-label={t('sheets:file')}
        onChange={({ target }) => {
          void take(target.files?.[0]);
          // The same file may be sent again, corrected.
          target.value = '';
        }}
      />
      <FileButton call={{ path: SHEET_CALLS[kind].template }} file={`${kind}.xlsx`}>
        {t('sheets:template')}
      </FileButton>
      <Button primary busy={isLoading} onClick={() => input.current?.click()}>
        {t('sheets:send')}
      </Button>
    </div>
  );
}
