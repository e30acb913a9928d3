import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  MAX_SHEET_ERRORS,
  type SheetKind,
  type SheetUpload,
} from '../../../contract/administration/sheet-uploads';
import { SHEET_CALLS, useApplySheetMutation } from './sheet-uploads-api';
import { useLanguage } from '../../i18n/use-language';
import { formatCount } from '../../lib/format';
import { Button } from '../../ui/button';
import { FileButton } from '../../ui/file-button';

interface SheetResultProps {
  kind: SheetKind;
  upload: SheetUpload;
  applied: ((uploadId: number) => ReactNode) | undefined;
}

/** How far it is, what it would do, and the one button by which it does. */
export function SheetResult({ kind, upload, applied }: SheetResultProps) {
  const { t } = useTranslation('sheets');
  const language = useLanguage();
  const { id, fileName, status, failure, refused, refusedRows, same } = upload;
  const [apply, { isLoading }] = useApplySheetMutation();
  const good = upload.created + upload.changed;
  const count = (figure: number) => formatCount(figure, language);
  const figures = { created: count(upload.created), changed: count(upload.changed), same: count(same) };
  return (
    <section className="sheet-result" data-status={status} aria-label={t('sheets:result')}>
      <strong>{fileName}</strong>
      {(status === 'WAITING' || status === 'CONFIRMED') && <SheetProgress upload={upload} />}
      <div role="status">
        {failure}
        {status === 'READY' && t('sheets:ready', figures)}
        {status === 'APPLIED' && t('sheets:applied', figures)}{' '}
        {refusedRows > 0 && t('sheets:refused', { count: refusedRows })}{' '}
        {refused > MAX_SHEET_ERRORS && t('sheets:first', { kept: count(MAX_SHEET_ERRORS) })}
      </div>
      {status === 'READY' && good > 0 && (
        <Button primary busy={isLoading} onClick={() => void apply({ kind, id })}>
          {t('sheets:apply', { count: good })}
        </Button>
      )}
      {refused > 0 && (
        <FileButton
          call={{ path: `${SHEET_CALLS[kind].base}/uploadResult/${id}/errors` }}
          file={`${kind}-errors.csv`}
        >
          {t('sheets:errors')}
        </FileButton>
      )}
      {status === 'APPLIED' && upload.created > 0 && applied?.(id)}
    </section>
  );
}

/** Without a value it only says that something is going on. */
function SheetProgress({ upload: { status, rowsTotal, rowsRead, rowsWritten } }: { upload: SheetUpload }) {
  const { t } = useTranslation('sheets');
  const language = useLanguage();
  const value = status === 'CONFIRMED' ? rowsWritten : rowsRead;
  const figures = { done: formatCount(value, language), total: formatCount(rowsTotal, language) };
  return (
    <span className="sheet-progress">
      <progress aria-label={t('sheets:progress')} {...(rowsTotal > 0 && { max: rowsTotal, value })} />
      <span className="muted figure">
        {t(status === 'CONFIRMED' ? 'sheets:writing' : 'sheets:reading', figures)}
      </span>
    </span>
  );
}
