import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { type Call, download } from '../api/http';
import { useWords } from '../i18n/use-words';
import { callFailed } from '../state/session';
import { Button } from './button';

export function ExportButton({ call, file, quiet }: { call: Call; file: string; quiet?: boolean }) {
  const { t } = useWords('lists');
  const dispatch = useDispatch();
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    const answer = await download(call, file);
    setBusy(false);
    if (!answer.ok) dispatch(callFailed(answer.error));
  };
  return (
    <Button quiet={quiet ?? false} busy={busy} onClick={() => void take()}>
      {t('lists:export')}
    </Button>
  );
}
