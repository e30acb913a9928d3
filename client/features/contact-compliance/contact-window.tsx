import './guard.css';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseInfo, ContactRow } from '../../../contract/cases/cases';
import { useLanguage } from '../../i18n/use-language';
import { MINUTE_MS, SECOND_MS, useNow } from '../../state/clock';
import { Popup } from '../../ui/layers/popup';
import { PanelSkeleton } from '../../ui/states';
import { lightOf, lineOf } from './compliance-words';
import { usePreview } from './use-preview';

const ContactRules = lazy(() => import('./contact-rules'));

/** May this contact be called now: a light and a line in the borrower's local time; why and what else on a click. */
export function ContactWindow({ info, contact }: { info: CaseInfo; contact: ContactRow }) {
  const { t } = useTranslation(['guard', 'codes']);
  const language = useLanguage();
  const preview = usePreview(info.id);
  const [open, setOpen] = useState(false);
  const found = preview?.contacts.find(({ contactId }) => contactId === contact.id);
  const paid = found?.channels.CALL.reasons.some(({ rule }) => rule === 'paymentInFlight') ?? false;
  const now = useNow(paid ? MINUTE_MS : null);
  // The place is kept while the answer loads.
  if (!preview || !found) return <span className="guard-window" aria-hidden="true" />;
  const since = Math.max(0, Math.floor((now - Date.parse(preview.asOf)) / SECOND_MS));
  const light = lightOf(found.channels.CALL);
  const line = lineOf(found.channels.CALL, { t, language, preview, since });
  const details = (
    <Suspense fallback={<PanelSkeleton lines={6} />}>
      <ContactRules
        info={info}
        contact={contact}
        preview={preview}
        found={found}
        since={since}
        onDone={() => setOpen(false)}
      />
    </Suspense>
  );
  return (
    <Popup
      open={open}
      onOpenChange={setOpen}
      placement="left"
      content={details}
      title={t('guard:title', { name: contact.name })}
    >
      <button type="button" className="guard-window" aria-expanded={open} title={line}>
        <span className={`guard-light guard-${light}`} aria-hidden="true" />
        <span className="visually-hidden">{t(`guard:light.${light}`)}</span>
        <span className="guard-line figure">{line}</span>
      </button>
    </Popup>
  );
}
