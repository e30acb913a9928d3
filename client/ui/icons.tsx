import type { ReactNode } from 'react';

/** Drawn here: the icon packages weigh more than the screens that use ten of them. */
export function Icon({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <svg
      className={className ? `icon ${className}` : 'icon'}
      viewBox="0 0 24 24"
      width="1em"
      height="1em"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

export const RefreshIcon = ({ turning = false }: { turning?: boolean }) => (
  <Icon className={turning ? 'icon-turning' : undefined}>
    <path d="M20 11a8 8 0 1 0-2.3 5.7" />
    <path d="M20 5v6h-6" />
  </Icon>
);
export const StopIcon = () => (
  <Icon>
    <path d="M8.5 3h7L21 8.5v7L15.5 21h-7L3 15.5v-7Z" />
    <path d="M9 9l6 6M15 9l-6 6" />
  </Icon>
);
export const WallIcon = () => (
  <Icon>
    <path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" />
  </Icon>
);
export const CloseIcon = () => (
  <Icon>
    <path d="M6 6l12 12" />
    <path d="M18 6 6 18" />
  </Icon>
);
export const PhoneIcon = () => (
  <Icon>
    <path d="M6 3h3l1.6 4.6-2 1.5a12 12 0 0 0 5.4 5.4l1.5-2L20 14v3.4A2.6 2.6 0 0 1 17.2 20 14.6 14.6 0 0 1 4 6.8 2.6 2.6 0 0 1 6 3Z" />
  </Icon>
);
export const ChecklistIcon = () => (
  <Icon>
    <path d="M4 6l2 2 3-4M4 17l2 2 3-4M12 7h8M12 18h8" />
  </Icon>
);
export const CopyIcon = () => (
  <Icon>
    <rect x="9" y="9" width="11" height="11" rx="2" />
    <path d="M5 15V6a2 2 0 0 1 2-2h8" />
  </Icon>
);
export const CheckIcon = () => (
  <Icon>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </Icon>
);
export const PauseIcon = () => (
  <Icon>
    <path d="M9 6v12" />
    <path d="M15 6v12" />
  </Icon>
);
export const PlayIcon = () => (
  <Icon>
    <path d="m8 5 11 7-11 7Z" />
  </Icon>
);
export const DownloadIcon = () => (
  <Icon>
    <path d="M12 4v11" />
    <path d="m7 10.5 5 5 5-5" />
    <path d="M5 20h14" />
  </Icon>
);
export const MessageIcon = () => (
  <Icon>
    <path d="M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H10l-4.5 4v-4.2A2.5 2.5 0 0 1 4 13.5Z" />
    <path d="M8 8.7h8" />
    <path d="M8 11.6h5" />
  </Icon>
);
export const ChevronIcon = () => (
  <Icon>
    <path d="m7 10 5 5 5-5" />
  </Icon>
);
export const LanguageIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M3.5 12h17" />
    <path d="M12 3.5c3 2.8 3 14.2 0 17-3-2.8-3-14.2 0-17Z" />
  </Icon>
);
export const ColumnsIcon = () => (
  <Icon>
    <rect x="4" y="5" width="16" height="14" rx="1.5" />
    <path d="M9.3 5v14" />
    <path d="M14.7 5v14" />
  </Icon>
);
export const LockIcon = () => (
  <Icon>
    <rect x="5" y="11" width="14" height="9" rx="1.5" />
    <path d="M8 11V8a4 4 0 0 1 8 0v3" />
  </Icon>
);
export const EyeIcon = () => (
  <Icon>
    <path d="M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6Z" />
    <circle cx="12" cy="12" r="2.5" />
  </Icon>
);
export const HelpIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="9" />
    <path d="M9.4 9.4a2.7 2.7 0 0 1 5.2.9c0 1.8-2.6 2.3-2.6 3.9" />
    <path d="M12 17.2v.1" />
  </Icon>
);
export const BellIcon = () => (
  <Icon>
    <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15Z" />
    <path d="M10 20.5h4" />
  </Icon>
);
export const PencilIcon = () => (
  <Icon>
    <path d="m5 19 1-4.2L16.2 4.6l3.2 3.2L9.2 18Z" />
    <path d="m14 7 3 3" />
  </Icon>
);
export const ClockIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8" />
    <path d="M12 7.5V12l3 2" />
  </Icon>
);
export const DiscIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="6" fill="currentColor" />
  </Icon>
);
export const RingIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="6.5" strokeDasharray="3 3.8" />
  </Icon>
);
