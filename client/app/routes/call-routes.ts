const recording = () => import('../../features/recordings/recording-page');
const listening = () => import('../../features/listening/listening-page');
const quality = () => import('../../features/quality/samples-page');
const qualitySample = () => import('../../features/quality/sample-page');
const qualitySheets = () => import('../../features/quality/sheets-page');
const qualitySheet = () => import('../../features/quality/sheet-page');
const qualityReport = () => import('../../features/quality/report-page');

/** Screens of calls, for the list in router.tsx. */
export const CALL_ROUTES = [
  {
    path: '/listening',
    load: listening,
    menu: { key: 'behavior-record', label: 'listening' },
  },
  { path: '/recording/:callId', load: recording, help: 'recording' },
  {
    path: '/quality',
    load: quality,
    menu: { key: 'behavior-record', may: 'quality:read', label: 'quality' },
  },
  { path: '/quality/sample/:id', load: qualitySample },
  { path: '/quality/report', load: qualityReport },
  { path: '/quality/sheets', load: qualitySheets },
  { path: '/quality/sheet/:id', load: qualitySheet },
  { path: '/add/qualitySheet', load: qualitySheet },
] as const;
