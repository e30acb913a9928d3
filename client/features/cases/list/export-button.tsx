import { useState } from 'react';
import { download } from '../../../api/http';
import { useMay } from '../../../api/session-api';
import { useDispatch } from 'react-redux';
import { useWords } from '../../../i18n/use-words';
import { callFailed } from '../../../state/session';
import { Button } from '../../../ui/button';
import { listCall, type ListQuestion } from '../cases-api';

/** The list as it is filtered and sorted, as a CSV file; for those who may take it out. */
export function ExportButton({ question }: { question: ListQuestion }) {
  const { t } = useWords('cases');
  const may = useMay('case:export');
  const dispatch = useDispatch();
  const [busy, setBusy] = useState(false);
  if (!may) return null;
  const take = async () => {
    setBusy(true);
    const { page: _page, size: _size, after: _after, before: _before, ...asked } = question;
    const answer = await download(listCall({ ...asked, output: '1' }), 'cases.csv');
    if (!answer.ok) dispatch(callFailed(answer.error));
    setBusy(false);
  };
  return (
    <Button quiet busy={busy} onClick={() => void take()}>
      {t('cases:list.export')}
    </Button>
  );
}
