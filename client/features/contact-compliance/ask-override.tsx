import '../../ui/pressed-choice.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOpen } from '../../../contract/codes';
import type { CaseInfo } from '../../../contract/cases/cases';
import {
  CONTACT_CHANNELS,
  COMPLIANCE_RULES,
  type ContactChannel,
  type PreviewedContact,
} from '../../../contract/contact/contact-compliance';
import { useMay } from '../../api/session-api';
import { AskLeader } from '../../domain/requests/ask-leader';

/** The channels that the company's own rules alone stand against: by law or a hold there is nothing to ask for. */
function askable({ channels }: PreviewedContact): ContactChannel[] {
  return CONTACT_CHANNELS.filter((channel) => {
    const { allow, reasons } = channels[channel];
    return !allow && reasons.every(({ rule }) => COMPLIANCE_RULES[rule] === 'policy');
  });
}

interface AskOverrideProps {
  info: CaseInfo;
  found: PreviewedContact;
  onDone: () => void;
}

/** A collector asks the leader to set aside, for a day, what stands against this contact. */
export function AskOverride({ info, found, onDone }: AskOverrideProps) {
  const { t } = useTranslation('guard');
  const channels = askable(found);
  const [chosen, setChosen] = useState<ContactChannel>();
  const may = useMay('case:record') && isOpen(info.status);
  const channel = channels.find((one) => one === chosen) ?? channels[0];
  if (!may || !channel) return null;
  const wish = { kind: 'OVERRIDE', taskId: info.id, contactId: found.contactId, channel } as const;
  const rules = found.channels[channel].reasons.map(({ rule }) => t(`guard:rule.${rule}`)).join(', ');
  return (
    <AskLeader title={t('guard:ask.title')} wish={wish} onDone={onDone}>
      {channels.length > 1 && (
        <div className="pressed-choice" role="group" aria-label={t('guard:ask.channel')}>
          {channels.map((one) => (
            <button key={one} type="button" aria-pressed={one === channel} onClick={() => setChosen(one)}>
              {t(`guard:channel.${one}`)}
            </button>
          ))}
        </div>
      )}
      <p className="muted">{rules}</p>
    </AskLeader>
  );
}
