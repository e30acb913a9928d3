import './export-files.css';
import { useTranslation } from 'react-i18next';
import type { ExportFile } from '../../../contract/administration/exports';
import { useExportFilesQuery } from './exports-api';
import { useLanguage } from '../../i18n/use-language';
import { formatCount } from '../../lib/format';
import { Button } from '../button';
import { FileButton } from '../file-button';
import { ChevronIcon } from '../icons';
import { Popup } from '../layers/popup';
import { Time } from '../dates/time';

interface ExportFilesProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The person's long lists: how far they are, and those that can be fetched. */
export function ExportFiles({ open, onOpenChange }: ExportFilesProps) {
  const { t } = useTranslation('lists');
  const { data: files = [] } = useExportFilesQuery();
  if (files.length === 0) return null;
  return (
    <Popup
      placement="bottomRight"
      open={open}
      onOpenChange={onOpenChange}
      content={
        <ul className="export-files" aria-label={t('lists:file.title')} aria-live="polite">
          {files.map((file) => (
            <FileRow key={file.id} file={file} />
          ))}
        </ul>
      }
    >
      <Button quiet aria-haspopup="dialog" aria-expanded={open}>
        {t('lists:file.title')} ({files.length})
        <ChevronIcon />
      </Button>
    </Popup>
  );
}

function FileRow({ file: { id, list, status, rows, done, madeAt, expiresAt } }: { file: ExportFile }) {
  const { t } = useTranslation('lists');
  const language = useLanguage();
  const [count, written] = [formatCount(rows, language), formatCount(done, language)];
  return (
    <li>
      <span>{t(`lists:file.list.${list}`)}</span>
      <Time value={madeAt} />
      <span>{t(`lists:file.${status}`, { rows: count, done: written })}</span>
      {status === 'RUNNING' && (
        <progress
          value={done}
          max={rows}
          aria-label={t('lists:file.RUNNING', { rows: count, done: written })}
        />
      )}
      {status === 'READY' && (
        <>
          <span className="muted">
            {t('lists:file.until')} <Time value={expiresAt} />
          </span>
          <FileButton
            small
            call={{ path: `export/file/${id}` }}
            file={`${t(`lists:file.list.${list}`)}-${madeAt.slice(0, 10)}-${id}.csv`}
          >
            {t('lists:file.take')}
          </FileButton>
        </>
      )}
    </li>
  );
}
