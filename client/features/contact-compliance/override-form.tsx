import { App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  COMPLIANCE_RULES,
  type ComplianceReason,
  type PreviewedContact,
} from '../../../contract/contact/contact-compliance';
import { Button } from '../../ui/button';
import { useOverrideMutation } from './contact-compliance-api';
import { reasonText, type Teller } from './compliance-words';

const SHORTEST = 5;

/** Reasons that a leader may set aside, of all against this contact; none when one of them stands for everybody. */
export function waivable({ channels }: PreviewedContact): ComplianceReason[] {
  const reasons = new Map(
    Object.values(channels).flatMap((answer) => answer.reasons.map((one) => [one.rule, one])),
  );
  const all = [...reasons.values()];
  return all.filter(({ rule }) => COMPLIANCE_RULES[rule] === 'policy');
}

interface OverrideFormProps {
  taskId: number;
  rules: readonly ComplianceReason[];
  teller: Teller;
}

/** For a day, with a reason; the law and holds are not on it. */
export function OverrideForm({ taskId, rules, teller }: OverrideFormProps) {
  const { t } = useTranslation('guard');
  const { message } = App.useApp();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [reason, setReason] = useState('');
  const [override, { isLoading }] = useOverrideMutation();
  const ready = chosen.length > 0 && reason.trim().length >= SHORTEST;
  const save = async () => {
    const wanted = rules.map(({ rule }) => rule).filter((rule) => chosen.includes(rule));
    const answer = await override({ taskId, rules: wanted, reason });
    if (!answer.error) void message.success(t('guard:override.done'));
  };
  return (
    <form
      className="guard-override"
      aria-label={t('guard:override.title')}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) void save();
      }}
    >
      <fieldset>
        <legend>{t('guard:override.title')}</legend>
        {rules.map((one) => (
          <label key={one.rule}>
            <input
              type="checkbox"
              checked={chosen.includes(one.rule)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, one.rule] : chosen.filter((rule) => rule !== one.rule))
              }
            />
            {reasonText(one, teller)}
          </label>
        ))}
      </fieldset>
      <input
        className="guard-reason"
        value={reason}
        maxLength={300}
        aria-label={t('guard:override.reason')}
        placeholder={t('guard:override.reason')}
        onChange={({ target }) => setReason(target.value)}
      />
      <Button small type="submit" disabled={!ready} busy={isLoading}>
        {t('guard:override.save')}
      </Button>
    </form>
  );
}
