import './borrowers.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { REVEAL_PURPOSES, type RevealedPhone, type RevealPhone } from '../../../contract/cases/borrowers';
import type { CaseInfo, ContactRow } from '../../../contract/cases/cases';
import { useMay } from '../../api/session-api';
import { isPlain } from '../../lib/format';
import { SECOND_MS, useClock, useNow } from '../../state/clock';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { EyeIcon } from '../../ui/icons';
import { Popup } from '../../ui/layers/popup';
import { useRevealPhoneMutation } from './borrowers-api';

/** Seconds that a number stands in full. */
const SHOWN_S = 60;

export function BorrowerReveal({ info }: { info: CaseInfo }) {
  return (
    <Reveal taskId={info.id} contactId="borrower" phone={info.borrower.phone} name={info.borrowerName} />
  );
}

export function ContactReveal({ info, contact }: { info: CaseInfo; contact: ContactRow }) {
  return <Reveal taskId={info.id} contactId={contact.id} phone={contact.phone} name={contact.name} />;
}

interface RevealProps extends Omit<RevealPhone, 'purpose'> {
  /** As it is shown: a number in full needs no button. */
  phone: string;
  name: string;
}

/** A button that asks what for, and shows the number for a minute; the server writes down who looked and why. */
function Reveal({ taskId, contactId, phone, name }: RevealProps) {
  const { t } = useTranslation('borrowers');
  const may = useMay('phone:reveal');
  const [open, setOpen] = useState(false);
  const [until, setUntil] = useState<number | null>(null);
  const now = useNow(until === null ? null : SECOND_MS / 2);
  const clock = useClock();
  if (!may || isPlain(phone)) return null;
  const label = t('borrowers:reveal.label', { name });
  // By the clock: a sleeping tab's timers stand still.
  const isOpen = open && (until === null || now < until);
  const change = (next: boolean) => {
    setOpen(next);
    setUntil(null);
  };
  return (
    <Popup
      open={isOpen}
      onOpenChange={change}
      placement="left"
      content={
        <Asking
          target={{ taskId, contactId }}
          label={label}
          left={until === null ? SHOWN_S : Math.min(SHOWN_S, Math.ceil((until - now) / SECOND_MS))}
          onShown={() => setUntil(clock() + SHOWN_S * SECOND_MS)}
        />
      }
    >
      <Button icon={<EyeIcon />} label={label} aria-expanded={isOpen} />
    </Popup>
  );
}

interface AskingProps {
  target: Omit<RevealPhone, 'purpose'>;
  label: string;
  /** Seconds that a number that is shown stands yet. */
  left: number;
  onShown: () => void;
}

function Asking({ target, label, left, onShown }: AskingProps) {
  const { t } = useTranslation('borrowers');
  const [reveal, { isLoading }] = useRevealPhoneMutation();
  const [shown, setShown] = useState<RevealedPhone | null>(null);
  if (shown) return <Shown revealed={shown} left={left} />;
  const ask = async (purpose: RevealPhone['purpose']) => {
    const answer = await reveal({ ...target, purpose });
    if (!answer.data) return;
    setShown(answer.data);
    onShown();
  };
  return (
    <div role="group" aria-label={label} className="reveal">
      <p className="muted">{t('borrowers:reveal.why')}</p>
      <div className="reveal-purposes">
        {REVEAL_PURPOSES.map((purpose, index) => (
          <Button
            key={purpose}
            small
            disabled={isLoading}
            data-autofocus={index === 0 || undefined}
            onClick={() => void ask(purpose)}
          >
            {t(`borrowers:purpose.${purpose}`)}
          </Button>
        ))}
      </div>
      <p className="muted reveal-note">{t('borrowers:reveal.recorded')}</p>
    </div>
  );
}

function Shown({ revealed, left }: { revealed: RevealedPhone; left: number }) {
  const { t } = useTranslation('borrowers');
  return (
    <div className="reveal" role="status">
      <p className="reveal-number">
        <strong className="figure">{revealed.phone}</strong>
        <CopyButton text={revealed.phone} what={t('borrowers:reveal.number')} />
      </p>
      <p className="muted reveal-note figure" aria-live="off">
        {t('borrowers:reveal.hides', { seconds: left })} ·{' '}
        {t('borrowers:reveal.left', { count: revealed.left })}
      </p>
    </div>
  );
}
