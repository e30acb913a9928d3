import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useCurrentUserQuery } from '../api/session-api';
import { type Call, download } from '../api/http';
import { callFailed } from '../state/session';
import { Button } from './button';

interface FileButtonProps {
  call: Call;
  file: string;
  quiet?: boolean;
  small?: boolean;
  /** A job writes the file: it is not here yet. */
  onLater?: () => void;
  children: ReactNode;
}

/** Takes a file of the server's, and says it when there is none. Its name says when the site is not live. */
export function FileButton({ call, file, quiet, small, onLater, children }: FileButtonProps) {
  const dispatch = useDispatch();
  const { t } = useTranslation('common');
  const stage = useCurrentUserQuery().data?.site.stage ?? 'LIVE';
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    const answer = await download(call, stage === 'LIVE' ? file : `${t(`common:site.${stage}`)}-${file}`);
    setBusy(false);
    if (!answer.ok) dispatch(callFailed(answer.error));
    else if (answer.data !== null) onLater?.();
  };
  return (
    <Button quiet={quiet ?? false} small={small ?? false} busy={busy} onClick={() => void take()}>
      {children}
    </Button>
  );
}
