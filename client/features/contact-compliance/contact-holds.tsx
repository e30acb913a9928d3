import './guard.css';
import { App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseInfo } from '../../../contract/cases/cases';
import {
  HOLD_KINDS,
  type HoldKind,
  type HoldRow,
  type OverrideRow,
} from '../../../contract/contact/contact-compliance';
import { useMay } from '../../api/session-api';
import { Button } from '../../ui/button';
import { GenericSelect } from '../../ui/generic-select';
import { Popup } from '../../ui/layers/popup';
import { Tag } from '../../ui/status-tag';
import { Time } from '../../ui/dates/time';
import { GuarantorChip } from './guarantor';
import { useLiftHoldMutation, usePlaceHoldMutation } from './contact-compliance-api';
import { usePreview } from './use-preview';

export function ContactHolds({ info }: { info: CaseInfo }) {
  const { t } = useTranslation('guard');
  const preview = usePreview(info.id);
  const mayHold = useMay('guard:hold');
  const holds = preview?.holds ?? [];
  const overrides = preview?.overrides ?? [];
  const requests = preview?.contacts.filter(({ guarantorRequest }) => guarantorRequest) ?? [];
  if (holds.length + overrides.length + requests.length === 0 && !mayHold) return null;
  return (
    <div className="guard-holds" role="group" aria-label={t('guard:holds.label')}>
      {holds.map((hold) => (
        <HoldChip key={hold.holdId} taskId={info.id} hold={hold} />
      ))}
      {overrides.map((one) => (
        <OverrideChip key={one.rule} override={one} />
      ))}
      {requests.map((found) => (
        <GuarantorChip key={found.contactId} taskId={info.id} found={found} />
      ))}
      {mayHold && <PlaceHoldButton taskId={info.id} />}
    </div>
  );
}

/** Which rule does not hold now, by whose word and for what reason. */
function OverrideChip({
  override: { rule, reason, grantedBy, requestedBy, until },
}: {
  override: OverrideRow;
}) {
  const { t } = useTranslation('guard');
  const title = t('guard:holds.overridden', { rule: t(`guard:rule.${rule}`) });
  const details = (
    <div className="guard-hold">
      <p>{reason}</p>
      <p className="muted">{t('guard:holds.granted', { name: grantedBy ?? t('guard:holds.system') })}</p>
      {requestedBy && <p className="muted">{t('guard:holds.asked', { name: requestedBy })}</p>}
      <p>
        {t('guard:holds.until')} <Time value={until} />
      </p>
    </div>
  );
  return (
    <Popup placement="right" content={details} title={title}>
      <button type="button" className="guard-chip">
        <Tag tone="info">{title}</Tag>
      </button>
    </Popup>
  );
}

function HoldChip({ taskId, hold }: { taskId: number; hold: HoldRow }) {
  const { t } = useTranslation('guard');
  const isOptOut = hold.kind === 'OPT_OUT';
  const mayHold = useMay('guard:hold');
  const mayManage = useMay('guard:manage');
  const [lift, { isLoading }] = useLiftHoldMutation();
  const details = (
    <div className="guard-hold">
      {hold.note && <p>{hold.note}</p>}
      <p className="muted">
        {hold.placedBy ?? t('guard:holds.system')} · <Time value={hold.placedAt} />
      </p>
      {hold.until && (
        <p>
          {t('guard:holds.until')} <Time value={hold.until} />
        </p>
      )}
      {(isOptOut ? mayManage : mayHold) && (
        <Button small busy={isLoading} onClick={() => void lift({ taskId, holdId: hold.holdId })}>
          {t('guard:holds.lift')}
        </Button>
      )}
    </div>
  );
  return (
    <Popup placement="right" content={details} title={t(`guard:kind.${hold.kind}`)}>
      <button type="button" className="guard-chip">
        <Tag tone="bad">
          {t(hold.contactId === null ? `guard:kind.${hold.kind}` : 'guard:holds.of-contact', {
            kind: t(`guard:kind.${hold.kind}`),
          })}
        </Tag>
      </button>
    </Popup>
  );
}

function PlaceHoldButton({ taskId }: { taskId: number }) {
  const { t } = useTranslation('guard');
  const { message } = App.useApp();
  const [open, setOpen] = useState(false);
  const [kind, setKind] = useState<HoldKind>('DISPUTE');
  const [note, setNote] = useState('');
  const [place, { isLoading }] = usePlaceHoldMutation();
  const save = async () => {
    const answer = await place({ taskId, kind, note });
    if (answer.error) return;
    void message.success(t('guard:holds.placed'));
    setOpen(false);
    setNote('');
  };
  const form = (
    <form
      className="guard-override"
      aria-label={t('guard:holds.place')}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <GenericSelect
        label={t('guard:holds.kind')}
        clearable={false}
        choices={HOLD_KINDS.map((one) => ({ value: one, label: t(`guard:kind.${one}`) }))}
        value={kind}
        onChange={(chosen) => chosen && setKind(chosen)}
      />
      <input
        className="guard-reason"
        value={note}
        maxLength={300}
        aria-label={t('guard:holds.note')}
        placeholder={t('guard:holds.note')}
        onChange={({ target }) => setNote(target.value)}
      />
      <Button small type="submit" busy={isLoading}>
        {t('guard:holds.place')}
      </Button>
    </form>
  );
  return (
    <Popup open={open} onOpenChange={setOpen} placement="right" content={form}>
      <button type="button" className="guard-add" aria-expanded={open}>
        {t('guard:holds.add')}
      </button>
    </Popup>
  );
}
