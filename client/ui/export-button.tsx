import { useState } from 'react';
import { reportFailure } from '../api/failures';
import { type Call, download } from '../api/http';
import { useWords } from '../i18n/use-words';
import { Button } from './button';

/** The list as it is filtered and sorted, as a CSV file. */
export function ExportButton({ call, file }: { call: Call; file: string }) {
  const { t } = useWords('lists');
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    const answer = await download(call, file);
    setBusy(false);
    if (!answer.ok) reportFailure(answer.error);
  };
  return (
    <Button busy={busy} onClick={() => void take()}>
      {t('lists:export')}
    </Button>
  );
}
