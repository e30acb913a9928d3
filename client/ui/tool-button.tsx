import './tool-button.css';
import type { ReactNode } from 'react';

interface ToolButtonProps {
  /** Said to a screen reader, and shown on hover. */
  label: string;
  icon: ReactNode;
  disabled?: boolean;
  /** Why not now: it looks disabled, and stays reachable for who wants to know. */
  against?: string | null;
  onClick: () => void;
}

/** A quiet button that is an icon and no more, for a row of them. */
export function ToolButton({ label, icon, disabled = false, against = null, onClick }: ToolButtonProps) {
  return (
    <button
      type="button"
      className="tool-button"
      title={against ? `${label}: ${against}` : label}
      aria-label={against ? `${label}: ${against}` : label}
      aria-disabled={against !== null}
      disabled={disabled}
      onClick={() => against === null && onClick()}
    >
      {icon}
    </button>
  );
}
