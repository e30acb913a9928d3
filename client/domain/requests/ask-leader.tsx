import './ask-leader.css';
import { App } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AskLeader as Body } from '../../../contract/cases/requests';
import { useAskLeaderMutation } from './ask-leader-api';
import { newRequestId } from '../../lib/request-id';
import { Button } from '../../ui/button';

const SHORTEST = 5;

type Distributed<Kind> = Kind extends unknown ? Omit<Kind, 'note' | 'clientRequestId'> : never;

interface AskLeaderProps {
  title: string;
  /** The request's content; null while it is not given yet. */
  wish: Distributed<Body> | null;
  /** Further fields. */
  children?: ReactNode;
  onDone?: () => void;
}

/** Asks the leader for what this person may not do alone, with a reason. The answer is pushed. */
export function AskLeader({ title, wish, children, onDone }: AskLeaderProps) {
  const { t } = useTranslation('requests');
  const { message } = App.useApp();
  const [note, setNote] = useState('');
  const [ask, { isLoading }] = useAskLeaderMutation();
  const ready = wish !== null && note.trim().length >= SHORTEST;
  const send = async () => {
    if (!ready) return;
    const answer = await ask({ ...wish, note, clientRequestId: newRequestId() });
    if (answer.error) return;
    setNote('');
    void message.success(t('requests:asking.done'));
    onDone?.();
  };
  return (
    <div className="ask-leader" role="group" aria-label={title} ref={bringIntoView}>
      <p className="ask-leader-title">{title}</p>
      {children}
      <input
        className="ask-leader-note"
        value={note}
        maxLength={300}
        aria-label={t('requests:asking.note')}
        placeholder={t('requests:asking.note')}
        onChange={({ target }) => setNote(target.value)}
        // Within the result's form, whose Enter would save that.
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          void send();
        }}
      />
      <Button
        small
        busy={isLoading}
        against={ready ? null : t('requests:asking.needed')}
        onClick={() => void send()}
      >
        {t('requests:asking.send')}
      </Button>
    </div>
  );
}

/** It opens where there may be no room left. */
function bringIntoView(node: HTMLElement | null): void {
  node?.scrollIntoView({ block: 'nearest' });
}
