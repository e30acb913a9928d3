import { App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { acts } from '../lib/acts';
import { Button } from './button';
import { CheckIcon, CopyIcon } from './icons';

export function CopyButton({ text, what, onCopied }: { text: string; what: string; onCopied?: () => void }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      acts.emit({ type: 'COPY' });
      setTimeout(() => setCopied(false), 1500);
      onCopied?.();
    } catch {
      // Plain http beyond this machine has no clipboard: say so instead of pretending.
      void message.error(t('common:copy.failed'));
    }
  };
  return (
    <Button
      label={t('common:copy.label', { what })}
      icon={copied ? <CheckIcon /> : <CopyIcon />}
      onClick={() => void copy()}
    />
  );
}
