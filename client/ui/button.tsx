import './button.css';
import type { ComponentProps } from 'react';
import { RefreshIcon } from './icons';

interface ButtonProps extends ComponentProps<'button'> {
  /** Without border and ground, for what stands beside other things. */
  quiet?: boolean;
  small?: boolean;
  /** Its act is under way. */
  busy?: boolean;
}

/** As antd's button looks, for the screens that must stand soon: antd's own style is made while the page starts. */
export function Button({ quiet = false, small = false, busy = false, children, ...given }: ButtonProps) {
  const looks = ['button', quiet && 'button-quiet', small && 'button-small'].filter(Boolean).join(' ');
  return (
    <button type="button" className={looks} aria-busy={busy} {...given} disabled={given.disabled ?? busy}>
      {busy && <RefreshIcon turning />}
      {children}
    </button>
  );
}
