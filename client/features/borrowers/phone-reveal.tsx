import './borrowers.css';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { REVEAL_PURPOSES, type RevealedPhone, type RevealPhone } from '../../../contract/borrowers';
import type { CaseInfo, ContactRow } from '../../../contract/cases';
import { useMay } from '../../api/session-api';
import { useWords } from '../../i18n/use-words';
import { isPlain } from '../../lib/format';
import { CopyButton } from '../../ui/copy-button';
import { EyeIcon } from '../../ui/icons';
import { Popup } from '../../ui/popup';
import { useRevealPhoneMutation } from './borrowers-api';

/** Seconds that a number stands in full. */
const SHOWN_S = 60;

/** The borrower's own number, beside it. */
export function BorrowerReveal({ info }: { info: CaseInfo }) {
  return (
    <Reveal taskId={info.id} contactId="borrower" phone={info.borrower.phone} name={info.borrowerName} />
  );
}

/** A contact's number, in its row. */
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
  const { t } = useWords('borrowers');
  const may = useMay('phone:reveal');
  const [open, setOpen] = useState(false);
  if (!may || isPlain(phone)) return null;
  const label = t('borrowers:reveal.label', { name });
  return (
    <Popup
      open={open}
      onOpenChange={setOpen}
      placement="left"
      content={<Asking target={{ taskId, contactId }} label={label} onOver={() => setOpen(false)} />}
    >
      <Button
        type="text"
        size="small"
        icon={<EyeIcon />}
        aria-label={label}
        aria-expanded={open}
        title={label}
      />
    </Popup>
  );
}

interface AskingProps {
  target: Omit<RevealPhone, 'purpose'>;
  label: string;
  onOver: () => void;
}

function Asking({ target, label, onOver }: AskingProps) {
  const { t } = useWords('borrowers');
  const [reveal, { isLoading }] = useRevealPhoneMutation();
  const [shown, setShown] = useState<RevealedPhone | null>(null);
  if (shown) return <Shown revealed={shown} onOver={onOver} />;
  const ask = async (purpose: RevealPhone['purpose']) => {
    const answer = await reveal({ ...target, purpose });
    if (answer.data) setShown(answer.data);
  };
  return (
    <div role="group" aria-label={label} className="reveal">
      <p className="muted">{t('borrowers:reveal.why')}</p>
      <div className="reveal-purposes">
        {REVEAL_PURPOSES.map((purpose, index) => (
          <Button
            key={purpose}
            size="small"
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

function Shown({ revealed, onOver }: { revealed: RevealedPhone; onOver: () => void }) {
  const { t } = useWords('borrowers');
  const left = useCountdown(SHOWN_S, onOver);
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

/** Counts whole seconds down by the clock, for a sleeping tab counts none. */
function useCountdown(seconds: number, onOver: () => void): number {
  const [until] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000))), 500);
    return () => clearInterval(timer);
  }, [until]);
  useEffect(() => {
    if (left === 0) onOver();
  }, [left, onOver]);
  return left;
}
