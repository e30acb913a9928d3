import { Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WaitingChange as Approvable } from '../../../contract/administration/approvals';
import { useMay } from '../../api/session-api';
import { useDecideApprovalMutation, useEndApprovalMutation } from '../../domain/approvals/approvals-api';
import { newRequestId } from '../../lib/request-id';
import { Button } from '../../ui/button';
import { Time } from '../../ui/dates/time';
import { DifferenceTable } from '../../ui/entity-form/difference-table';
import { differences, type Field } from '../../ui/entity-form/fields';
import type { Values, Version } from '../../ui/entity-form/values';

const ANSWER_LENGTH = 200;

/** A change that waits, the version that it was made from, and its reason where it has one. */
type Waiting = Approvable & { version: number; note?: string };

interface WaitingChangeProps {
  fields: readonly Field[];
  inForce: Version;
  waiting: Waiting;
  /** The values that are asked for. */
  values: Values;
  /** Facts beside it that the second administrator should know. */
  children?: ReactNode;
}

/** A change that allows more: what it changes, why, and the second administrator's word. */
export function WaitingChange({ fields, inForce, waiting, values, children }: WaitingChangeProps) {
  const { t } = useTranslation('settings');
  const { requestedBy, requestedAt, note, version } = waiting;
  const isStale = version !== inForce.version;
  return (
    <section className="card card-law" aria-label={t('settings:waiting.title')}>
      <header className="card-head">
        <h2>{t('settings:waiting.title')}</h2>
      </header>
      <p className="muted">
        {requestedBy} <Time value={requestedAt} />
      </p>
      {note && <p className="setting-note">{note}</p>}
      <DifferenceTable
        label={t('settings:waiting.title')}
        differences={differences(fields, inForce.values, values)}
        words="settings"
      />
      {children}
      {isStale && <p className="tag tag-warn">{t('settings:waiting.stale')}</p>}
      <Decide waiting={waiting} isStale={isStale} />
    </section>
  );
}

/** Stands beside the buttons that save. */
export function LooserTag() {
  const { t } = useTranslation('settings');
  return (
    <span className="tag tag-warn" role="status">
      {t('settings:waiting.looser')}
    </span>
  );
}

function Decide({ waiting, isStale }: { waiting: Waiting; isStale: boolean }) {
  const { t } = useTranslation('settings');
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
      <div className="setting-acts">
        <span className="muted">{t('settings:waiting.mine')}</span>
        <Button small busy={isEnding} onClick={() => void end(which())}>
          {t('settings:waiting.withdraw')}
        </Button>
      </div>
    );
  const send = (approve: boolean) => void decide({ ...which(), approve, answer: answer.trim() });
  const disabled = isLoading || answer.trim() === '';
  return (
    <div className="setting-acts">
      <Input
        aria-label={t('settings:waiting.answer')}
        placeholder={t('settings:waiting.answer')}
        maxLength={ANSWER_LENGTH}
        value={answer}
        onChange={({ target }) => setAnswer(target.value)}
      />
      <Button small primary disabled={disabled || isStale} onClick={() => send(true)}>
        {t('settings:waiting.approve')}
      </Button>
      <Button small disabled={disabled} onClick={() => send(false)}>
        {t('settings:waiting.refuse')}
      </Button>
    </div>
  );
}
