import './imports.css';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useMay } from '../../api/session-api';
import { FileInput } from '../../ui/file-input';
import { FileButton } from '../../ui/file-button';
import { PageHeader } from '../../ui/page-header';
import { ImportResult } from './import-result';
import { LoanColumns } from './loan-columns';
import { useImportRunQuery } from './imports-api';
import { MappedFileView } from './mapping/mapped-file-view';
import { useMappedFile } from './mapping/use-mapped-file';

const SHOWN = 'run';
/** How far it is, is pushed; asked for, too, should the server that reads it have gone. */
const ASK_MS = 15_000;

/** Takes a loan book or a ledger file in. The address names the run: it outlives a reload. */
export function Component() {
  const { t } = useTranslation('imports');
  const mayJobs = useMay('job:manage');
  const [search, setSearch] = useSearchParams();
  const shown = Number(search.get(SHOWN)) || null;
  const { currentData: last } = useImportRunQuery(shown ?? 0, { skip: shown === null });
  const { currentData: run } = useImportRunQuery(shown ?? 0, {
    skip: shown === null,
    pollingInterval: last && last.status !== 'RUNNING' && last.release !== 'TAKING_BACK' ? 0 : ASK_MS,
  });
  const mapped = useMappedFile((importId) => setSearch({ [SHOWN]: String(importId) }));
  const { draft, taken } = mapped;
  return (
    <div className="page">
      <PageHeader
        title={t('imports:title')}
        extra={
          <>
            {mayJobs && <Link to="/jobs?kind=IMPORT">{t('imports:earlier')}</Link>}
            <Link to="/imports/claimedTimes">{t('imports:claimed-times')}</Link>
            <FileButton call={{ path: 'management/task/import/template' }} file="loan-book.csv">
              {t('imports:template')}
            </FileButton>
            <FileInput
              label={t('imports:file')}
              accept=".csv,.xlsx"
              primary={!draft}
              busy={mapped.isLooking}
              onFile={(file) => void mapped.look(file)}
            >
              {t('imports:choose')}
            </FileInput>
          </>
        }
      />
      {draft ? (
        <MappedFileView draft={draft} on={mapped} />
      ) : (
        <>
          {run ? <ImportResult run={run} taken={taken} /> : <p className="muted">{t('imports:hint')}</p>}
          <LoanColumns />
        </>
      )}
    </div>
  );
}
