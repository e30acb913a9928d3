import { App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseInfo, ContactRow } from '../../../contract/cases/cases';
import {
  CONTACT_CHANNELS,
  type ContactPreview,
  type PreviewedContact,
} from '../../../contract/contact/contact-compliance';
import { RuleSources } from './rule-sources';
import { isOpen } from '../../../contract/codes';
import { useMay } from '../../api/session-api';
import { useStopContact } from '../../domain/stops/use-stop-contact';
import { useLanguage } from '../../i18n/use-language';
import { Button } from '../../ui/button';
import { AskOverride } from './ask-override';
import { Guarantor } from './guarantor';
import { useOptOutMutation } from './contact-compliance-api';
import { lightOf, lineOf, reasonText } from './compliance-words';
import { OverrideForm, waivable } from './override-form';

interface ContactRulesProps {
  info: CaseInfo;
  contact: ContactRow;
  preview: ContactPreview;
  found: PreviewedContact;
  /** Seconds since the preview came. */
  since: number;
  onDone: () => void;
}

export default function ContactRules({ info, contact, preview, found, since, onDone }: ContactRulesProps) {
  const { t } = useTranslation(['guard', 'codes']);
  const language = useLanguage();
  const teller = { t, language, preview, since };
  const rules = waivable(found);
  const isLeader = useMay('guard:override');
  const mayOverride = isLeader && rules.length > 0;
  return (
    <div className="guard-rules">
      <dl className="guard-channels">
        {CONTACT_CHANNELS.map((channel) => {
          const answer = found.channels[channel];
          const light = lightOf(answer);
          return (
            <div key={channel} className="guard-channel">
              <dt>
                <span className={`guard-light guard-${light}`} aria-hidden="true" />
                <span className="visually-hidden">{t(`guard:light.${light}`)}</span>
                {t(`guard:channel.${channel}`)}
              </dt>
              <dd>
                {lineOf(answer, teller)}
                {answer.reasons.slice(1).map((reason) => (
                  <span key={reason.rule} className="guard-more">
                    {reasonText(reason, teller)}
                  </span>
                ))}
              </dd>
            </div>
          );
        })}
      </dl>
      <RuleSources
        counsel={preview.legalSources}
        rules={CONTACT_CHANNELS.flatMap((channel) => found.channels[channel].reasons.map(({ rule }) => rule))}
      />
      <Counters preview={preview} />
      <Guarantor taskId={info.id} found={found} />
      {mayOverride && <OverrideForm taskId={info.id} rules={rules} teller={teller} />}
      {!isLeader && <AskOverride info={info} found={found} onDone={onDone} />}
      {contact.blocked !== 'WRONG' && <StopNumber contact={contact} />}
      {contact.blocked !== 'OPT_OUT' && <OptOutAction info={info} contact={contact} onDone={onDone} />}
    </div>
  );
}

function Counters({ preview: { counters, zone, zoneKnown } }: { preview: ContactPreview }) {
  const { t } = useTranslation('guard');
  const rows = [
    ['attempts-day', counters.attemptsToday, counters.attemptsPerDay],
    ['attempts-week', counters.attemptsWeek, counters.attemptsPerWeek],
    ['conversations', counters.conversationsToday, counters.conversationsPerDay],
    ['messages', counters.messagesToday, counters.messagesPerDay],
  ] as const;
  const place = zone.slice(zone.indexOf('/') + 1).replaceAll('_', ' ');
  return (
    <>
      <dl className="guard-counters">
        {rows.map(([name, used, limit]) => (
          <div key={name}>
            <dt>{t(`guard:counter.${name}`)}</dt>
            <dd className="figure">{t('guard:counter.of', { used, limit })}</dd>
          </div>
        ))}
      </dl>
      <p className="guard-zone muted">{t(zoneKnown ? 'guard:zone' : 'guard:zone-unknown', { place })}</p>
    </>
  );
}

/** For supervisors: the number is not the borrower's, as a recording or a letter tells them. */
function StopNumber({ contact: { id, phone } }: Pick<ContactRulesProps, 'contact'>) {
  const { t } = useTranslation('stops');
  const may = useMay('guard:stop');
  const { ask, dialog } = useStopContact('NUMBER');
  if (!may) return null;
  return (
    <div className="guard-opt-out">
      <Button small danger onClick={() => ask({ id, name: phone })}>
        {t('stops:act.stopNumber')}
      </Button>
      {dialog}
    </div>
  );
}

/** Two steps: it can not be taken back by who asked for it. */
function OptOutAction({ info, contact, onDone }: Pick<ContactRulesProps, 'info' | 'contact' | 'onDone'>) {
  const { t } = useTranslation('guard');
  const { message } = App.useApp();
  const may = useMay('case:record') && isOpen(info.status);
  const [isOpened, setOpened] = useState(false);
  const [optOut, { isLoading }] = useOptOutMutation();
  if (!may) return null;
  const send = async (contactId: number | null) => {
    const answer = await optOut({ taskId: info.id, contactId, channel: null, note: '' });
    if (answer.error) return;
    void message.success(t('guard:opt-out.done'));
    onDone();
  };
  return (
    <div className="guard-opt-out">
      {isOpened ? (
        <>
          <p>{t('guard:opt-out.ask', { name: contact.name })}</p>
          <Button small danger busy={isLoading} onClick={() => void send(contact.id)}>
            {t('guard:opt-out.contact')}
          </Button>
          <Button small danger busy={isLoading} onClick={() => void send(null)}>
            {t('guard:opt-out.all')}
          </Button>
        </>
      ) : (
        <Button small onClick={() => setOpened(true)}>
          {t('guard:opt-out.open')}
        </Button>
      )}
    </div>
  );
}
