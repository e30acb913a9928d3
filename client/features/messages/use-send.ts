import { App } from 'antd';
import { useState } from 'react';
import { type CallError, NO_SERVER } from '../../api/envelope';
import { useWords } from '../../i18n/use-words';
import { type NewMessage, useSendMessageMutation } from './messages-api';

export interface Sending {
  send: (message: Omit<NewMessage, 'clientRequestId'>) => void;
  busy: boolean;
  /** The server's refusal; null without one. */
  refusal: string | null;
  problems: Record<string, string>;
}

/** Sends once for what is in the form: a second click on the same message is the first one's. */
export function useSend(onSent: () => void): Sending {
  const { t } = useWords('messages');
  const { message: toast } = App.useApp();
  const [call, { isLoading }] = useSendMessageMutation();
  const [refused, setRefused] = useState<{ error: CallError; about: string } | null>(null);
  const [request, setRequest] = useState({ about: '', id: '' });
  const send = async (message: Omit<NewMessage, 'clientRequestId'>) => {
    if (isLoading) return;
    const about = JSON.stringify(message);
    const id = request.about === about ? request.id : crypto.randomUUID();
    setRequest({ about, id });
    setRefused(null);
    const answer = await call({ ...message, clientRequestId: id });
    if (answer.error) {
      setRefused({ error: answer.error as CallError, about });
      return;
    }
    // The same text again is another message.
    setRequest({ about: '', id: '' });
    void toast.success(t('messages:sent'));
    onSent();
  };
  const error = refused?.error;
  return {
    send: (message) => void send(message),
    busy: isLoading,
    refusal: error ? failureOf(error, t('messages:failed')) : null,
    problems: Object.fromEntries((error?.fields ?? []).map(({ field, message }) => [field, message])),
  };
}

/** Without an answer there is no reason to tell: a toast says that the server is away. */
function failureOf({ code, message }: CallError, failed: string): string {
  return code === NO_SERVER ? failed : `${failed}: ${message}`;
}
