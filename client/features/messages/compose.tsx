import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { CaseInfo } from '../../../contract/cases/cases';
import type { MessageRow, Residue, TemplateRow } from '../../../contract/contact/messages';
import { useSession } from '../../state/session';
import { Button } from '../../ui/button';
import { EmptyState, ErrorState, PanelSkeleton } from '../../ui/states';
import { Time } from '../../ui/dates/time';
import { ComposeFields, TEMPLATE_FIELD } from './compose-fields';
import { ComposeFoot } from './compose-foot';
import { useComposeState } from './compose-state';
import { composed, reasonsAgainst } from './message-draft';
import { MessageText } from './message-text';
import { useMessageGuardQuery, useMessageTemplatesQuery, useResidueQuery } from './messages-api';
import type { Opening } from './open-messages';
import { useSend } from './use-send';

/** Until what it needs has come: the form below never begins with half of it. */
export function Compose({ info }: { info: CaseInfo }) {
  const { t } = useTranslation('messages');
  const templates = useMessageTemplatesQuery();
  const residue = useResidueQuery(info.id);
  const failed = [templates, residue].find(({ error, data }) => error && !data);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!templates.data || !residue.data) return <PanelSkeleton lines={5} />;
  // Nearly every message is an SMS; other channels are chosen.
  const first = templates.data.find(({ channel }) => channel === 'SMS') ?? templates.data[0];
  if (!first) return <EmptyState title={t('messages:no-templates')} />;
  return <ComposeForm info={info} templates={templates.data} first={first} residue={residue.data} />;
}

interface ComposeFormProps {
  info: CaseInfo;
  templates: readonly TemplateRow[];
  first: TemplateRow;
  residue: Residue;
}

function ComposeForm({ info, templates, first, residue }: ComposeFormProps) {
  const { t } = useTranslation('messages');
  const form = useComposeState(info, templates, first);
  const { template, language, params, contact } = form;
  const { data: preview } = useMessageGuardQuery(info.id);
  const { user } = useSession();
  const facts = { ...info, agentName: user?.name ?? '' };
  const text = composed(
    { body: template.texts[language]!, channel: template.channel },
    params,
    facts,
    residue.limits,
  );
  const against = reasonsAgainst(preview, contact?.id, template.channel);
  const sending = useSend(() => {
    form.choose(template);
    form.dropAgain();
  });
  const place = useComposeFocus();
  const submit = () => {
    if (!contact || !text.fits || text.missing.length + text.wrong.length > 0) return;
    sending.send({
      taskId: info.id,
      contactId: contact.id,
      templateId: template.id,
      channel: template.channel,
      language,
      params,
      ...(form.again && { againOf: form.again.id }),
    });
  };
  return (
    <form
      ref={place}
      className="sms-form"
      aria-label={t('messages:compose')}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {form.again && <Again row={form.again} onCancel={form.dropAgain} />}
      <ComposeFields form={form} channels={residue.channels} problems={sending.problems} />
      <div role="group" className="sms-preview" aria-label={t('messages:preview')}>
        <MessageText parts={text.parts} />
      </div>
      <ComposeFoot
        residue={residue}
        text={text}
        against={against}
        sending={sending}
        ready={contact !== undefined}
      />
    </form>
  );
}

/** That the message goes out in a failed one's place. */
function Again({ row, onCancel }: { row: MessageRow; onCancel: () => void }) {
  const { t } = useTranslation('messages');
  return (
    <p className="sms-line sms-again">
      {t('messages:again.of')} <Time value={row.createdAt} />
      {row.status === 'UNKNOWN' && <strong>{t('messages:again.maybe')}</strong>}
      <Button small quiet onClick={onCancel}>
        {t('common:action.cancel')}
      </Button>
    </p>
  );
}

/** The shortcut and the contacts' buttons put the cursor into the form. */
function useComposeFocus() {
  const place = useRef<HTMLFormElement>(null);
  const state = useLocation().state as Opening | null;
  const requested = state?.compose;
  useEffect(() => {
    if (requested) document.getElementById(TEMPLATE_FIELD)?.focus();
  }, [requested]);
  return place;
}
