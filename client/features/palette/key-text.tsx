import { useTranslation } from 'react-i18next';

/** "ctrl+k, meta+k" as this machine's keyboard says it. */
export function KeyText({ keys }: { keys: string }) {
  const { t } = useTranslation('palette');
  if (keys === '') return <span className="muted">{t('palette:keys.none')}</span>;
  return (
    <span className="palette-keys">
      {keysFor(keys, /mac/i.test(navigator.userAgent)).map((each) => (
        <kbd key={each}>{each}</kbd>
      ))}
    </span>
  );
}

export function keysFor(keys: string, mac: boolean): string[] {
  const all = keys.split(',').map((each) => each.trim());
  if (all.length > 2) return [`${all[0]}–${all.at(-1)}`];
  const fits = all.find((each) => each.startsWith('meta') === mac && /ctrl|meta/.test(each)) ?? all[0] ?? '';
  return fits.split('+').map((key) => NAMES[key] ?? key.toUpperCase());
}

const NAMES: Record<string, string> = { ctrl: 'Ctrl', meta: '⌘', esc: 'Esc', enter: 'Enter' };
