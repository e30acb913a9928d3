import type { TimelineKind } from '../../../contract/cases/timeline';

/** One stroke drawing for each kind; the words beside it say the same. */
const PATHS: Record<TimelineKind, string> = {
  case: 'M4 7h6l2 2h8v10H4Z',
  contact: 'M5 5h14v10H10l-5 4Z',
  promise: 'M5 12.5l4.5 4.5L19 7.5',
  money: 'M4 7h16v10H4Z M12 10a2 2 0 1 0 .01 4',
  access: 'M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6Z M12 10.5a1.5 1.5 0 1 0 .01 3',
  other: 'M12 8v4l3 2 M12 4a8 8 0 1 0 .01 16',
};

export function KindIcon({ kind }: { kind: TimelineKind }) {
  return (
    <span className="timeline-icon" aria-hidden="true">
      <svg
        viewBox="0 0 24 24"
        width="14"
        height="14"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        focusable="false"
      >
        <path d={PATHS[kind]} />
      </svg>
    </span>
  );
}
