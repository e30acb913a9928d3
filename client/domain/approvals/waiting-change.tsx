import './waiting-change.css';
import { Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WaitingChange as Approvable } from '../../../contract/administration/approvals';
import { useMay } from '../../api/session-api';
import { useDecideApprovalMutation, useEndApprovalMutation } from './approvals-api';
import { newRequestId } from '../../lib/request-id';
import { Button } from '../../ui/button';
import { Time } from '../../ui/dates/time';
import { DifferenceTable } from '../../ui/entity-form/difference-table';
import { differences, type Field } from '../../ui/entity-form/fields';
import type { Values, Version } from '../../ui/entity-form/values';

const ANSWER_LENGTH = 200;

interface WaitingCardProps {
  waiting: Approvable;
  /** It can only be refused or withdrawn: what it changes has changed meanwhile. */
  isStale?: boolean;
  /** Its difference, and facts that the second administrator should know. */
  children?: ReactNode;
}

/** A change that takes two administrators: who asks for it, what it changes, and the second one's word. */
export function WaitingCard({ waiting, isStale = false, children }: WaitingCardProps) {
  const { t } = useTranslation('approvals');
  const { requestedBy, requestedAt } = waiting;
  return (
    <section className="card card-law" aria-label={t('approvals:waiting.title')}>
      <header className="card-head">
        <h2>{t('approvals:waiting.title')}</h2>
      </header>
      <p className="muted">
        {requestedBy} <Time value={requestedAt} />
      </p>
      {children}
      {isStale && <p className="tag tag-warn">{t('approvals:waiting.stale')}</p>}
      <Decide waiting={waiting} isStale={isStale} />
    </section>
  );
}

interface WaitingChangeProps {
  /** With the version that it was made from, and its reason where it has one. */
  waiting: Approvable & { version: number; note?: string };
  inForce: Version;
  fields: readonly Field[];
  /** The values that are asked for. */
  values: Values;
  /** Namespace of the fields' words. */
  words: string;
  children?: ReactNode;
}

/** A form that waits: what it changes, why, and the second administrator's word. */
export function WaitingChange({ waiting, inForce, fields, values, words, children }: WaitingChangeProps) {
  const { t } = useTranslation('approvals');
  const changes = differences(fields, inForce.values, values);
  return (
    <WaitingCard waiting={waiting} isStale={waiting.version !== inForce.version}>
      {waiting.note && <p className="waiting-note">{waiting.note}</p>}
      <DifferenceTable label={t('approvals:waiting.title')} differences={changes} words={words} />
      {children}
    </WaitingCard>
  );
}

function Decide({ waiting, isStale }: { waiting: Approvable; isStale: boolean }) {
  const { t } = useTranslation('approvals');
  const [answer, setAnswer] = useState('');
  const [decide, { isLoading }] = useDecideApprovalMutation();
  const [end, { isLoading: isEnding }] = useEndApprovalMutation();
  const may = useMay('approval:decide');
  const which = () => ({
    ...{ id: waiting.approvalId, version: waiting.approvalVersion, clientRequestId: newRequestId() },
  });
  if (!may) return null;
  if (waiting.mine)
    return (
      <div className="waiting-acts">
        <span className="muted">{t('approvals:waiting.mine')}</span>
        <Button small busy={isEnding} onClick={() => void end(which())}>
          {t('approvals:waiting.withdraw')}
        </Button>
      </div>
    );
  const send = (approve: boolean) => void decide({ ...which(), approve, answer: answer.trim() });
  const disabled = isLoading || answer.trim() === '';
  return (
    <div className="waiting-acts">
      <Input
        aria-label={t('approvals:waiting.answer')}
        placeholder={t('approvals:waiting.answer')}
        maxLength={ANSWER_LENGTH}
        value={answer}
        onChange={({ target }) => setAnswer(target.value)}
      />
      <Button small primary disabled={disabled || isStale} onClick={() => send(true)}>
        {t('approvals:waiting.approve')}
      </Button>
      <Button small disabled={disabled} onClick={() => send(false)}>
        {t('approvals:waiting.refuse')}
      </Button>
    </div>
  );
}
