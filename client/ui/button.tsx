import './button.css';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { RefreshIcon } from './icons';

interface ButtonProps extends ComponentProps<'button'> {
  primary?: boolean;
  /** Without border and ground, for what stands beside other things. */
  quiet?: boolean;
  danger?: boolean;
  small?: boolean;
  icon?: ReactNode;
  /** Name of a button that shows an icon only, for screen readers and on hover. */
  label?: string;
  /** Its call is running: a press does nothing, and the focus stays. */
  busy?: boolean;
  /** Why it does nothing now: it looks disabled, but the keyboard reaches it and the reason is read. */
  against?: string | null;
}

/** The one button. It is not antd's, whose style is made while the page starts and would delay the first screen. */
export function Button(props: ButtonProps) {
  const { primary, quiet, danger, small, icon, label, busy = false, against, className, ...given } = props;
  const looks = { primary, quiet, danger, small, tool: label };
  const names = Object.entries(looks).map(([name, on]) => on && `button-${name}`);
  const title = label && against ? `${label}: ${against}` : label;
  const idle = busy || Boolean(against);
  return (
    <button
      type="button"
      title={title}
      aria-label={title}
      aria-busy={busy}
      aria-disabled={idle}
      {...given}
      className={['button', ...names, className].filter(Boolean).join(' ')}
      onClick={idle ? ignore : given.onClick}
    >
      {busy ? <RefreshIcon turning /> : icon}
      {given.children}
    </button>
  );
}

/** A submit button would still send its form. */
const ignore = (event: MouseEvent) => event.preventDefault();
