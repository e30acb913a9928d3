import './tool-button.css';
import type { ReactNode } from 'react';

interface ToolButtonProps {
  /** Said to a screen reader, and shown on hover. */
  label: string;
  icon: ReactNode;
  disabled?: boolean;
  onClick: () => void;
}

/** A quiet button that is an icon and no more, for a row of them. */
export function ToolButton({ label, icon, disabled = false, onClick }: ToolButtonProps) {
  return (
    <button
      type="button"
      className="tool-button"
      title={label}
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
    </button>
  );
}
