import type { NounWords } from '../../../contract/nouns';
import { Icon } from '../../ui/icons';
import type { MenuLabel } from '../routes/screen';

const BUBBLE = 'M4 5h16v11H10l-4 4v-4H4z';
const CALENDAR = 'M5 6h14v14H5zM5 10h14M9 3v4M15 3v4';
const CIRCLE = 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17z';
const TELEPHONE =
  'M6 3h3l1.6 4.6-2 1.5a12 12 0 0 0 5.4 5.4l1.5-2L20 14v3.4A2.6 2.6 0 0 1 17.2 20 14.6 14.6 0 0 1 4 6.8 2.6 2.6 0 0 1 6 3z';

/** Lines of a noun that has none of its own. */
const LIST = 'M4 6h16M4 12h16M4 18h9';

/** Lines of one stroke, in a square of 24. */
const LINES: Record<Exclude<MenuLabel, NounWords>, string> & Partial<Record<NounWords, string>> = {
  'case-list': TELEPHONE,
  statistics: 'M4 20V4M4 20h16M9 16v-5M13.5 16V8M18 16v-3',
  board: 'M4 4h7v9H4zM14 4h6v5h-6zM14 12h6v8h-6zM4 16h7v4H4z',
  promises: `${CALENDAR}M9 15l2 2 4-4`,
  requests: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4',
  ranks: 'M8 4h8v6a4 4 0 0 1-8 0zM8 6H5a3 3 0 0 0 3 4M16 6h3a3 3 0 0 1-3 4M12 14v6M9 20h6',
  queues: 'M5 4h14v4H5zM5 10h14v4H5zM5 16h14v4H5z',
  uncovered: 'M4 14v6h16v-6h-5a3 3 0 0 1-6 0zM12 4v6M9.5 7.5 12 10l2.5-2.5',
  schedule: `${CALENDAR}M9 14h.01M12 14h.01M15 14h.01M9 17h.01M12 17h.01`,
  indicators: `${CIRCLE}M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 12h.01`,
  monitoring: 'M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  anomalies: 'M12 4l9 15H3zM12 10v4M12 16.5h.01',
  listening: 'M4 14v-1a8 8 0 0 1 16 0v1M4 14h3v6H5a1 1 0 0 1-1-1zM20 14h-3v6h2a1 1 0 0 0 1-1z',
  quality: 'M12 4l2.5 5 5.5.8-4 3.9.9 5.5-4.9-2.6-4.9 2.6.9-5.5-4-3.9 5.5-.8z',
  stops: 'M8.5 4h7L20 8.5v7L15.5 20h-7L4 15.5v-7zM8.5 12h7',
  complaints: `${BUBBLE}M12 8v3M12 13.5h.01`,
  announcements: 'M4 10v4h3l9 5V5l-9 5zM19 9a4 4 0 0 1 0 6',
  refunds: 'M4 9h12a4 4 0 0 1 0 8H9M7.5 5.5L4 9l3.5 3.5',
  audit: 'M6 3h9l4 4v14H6zM15 3v4h4M9 12h6M9 16h6',
  jobs: LIST,
  users:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-4 2.5-6 6-6s6 2 6 6M16 11a3 3 0 1 0-1-5.8M17 14c2.6.4 4 2.5 4 6',
  institutions: 'M5 21V5l8-2v18M13 9l6 2v10M3 21h18M8 8h2M8 12h2M8 16h2M16 14h.01M16 17h.01',
  permissions: 'M14.5 9.5a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM13.3 12.3L20 19M17 16l-2 2',
  accounts: 'M10 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM3 20c0-4 3-6 7-6M17 14v6M14 17h6',
  softphones: `${TELEPHONE}M15 4h5v5M20 4l-5 5`,
  templates: 'M4 5h16v14H4zM8 9h8M8 12h8M8 15h4',
  products: 'M3 7h18v10H3zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM6.5 12h.01M17.5 12h.01',
  'sms-limits': `${BUBBLE}M8 9h8M8 12h5`,
  system: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  config:
    'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M5.6 18.4l2.1-2.1M16.3 7.7l2.1-2.1',
  'white-list': 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  authenticators: 'M8 3h8v18H8zM11 17.5h2',
  approvals: 'M3 13l4 4 8-9M12 16l1 1 8-9',
  webhooks: 'M4 12h10m-4-4 4 4-4 4M14 5h5a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1h-5',
  'api-keys': 'M14 10a4 4 0 1 0-3.5 3.97L12 15.5h2V18h2.5v2.5H20V17l-5.9-5.9M9 9h.01',
  agencies: 'M4 20V6l8-3 8 3v14M4 20h16M9 20v-5h6v5M8.5 9.5h2M13.5 9.5h2',
  privacy: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  connections: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4',
  site: `${CIRCLE}M3.5 12h17M12 3.5c3 2.8 3 14.2 0 17-3-2.8-3-14.2 0-17z`,
  health: 'M3 12h4l2.5-6 4 12 2.5-6h5',
  kiosks: 'M4 5h16v11H4zM9 20h6M12 16v4',
  imports: 'M12 15V4M8 8l4-4 4 4M4 15v5h16v-5',
};

export function MenuIcon({ of }: { of: MenuLabel }) {
  return (
    <Icon>
      <path d={LINES[of] ?? LIST} />
    </Icon>
  );
}
