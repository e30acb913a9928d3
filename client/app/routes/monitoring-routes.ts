const monitoring = () => import('../../features/monitoring/monitoring-page');
const behaviour = () => import('../../features/monitoring/behaviour-page');
const wrongParties = () => import('../../features/monitoring/wrong-parties-page');
const anomalies = () => import('../../features/monitoring/anomalies-page');
const anomalyRules = () => import('../../features/settings/system/anomalies-page');

/** Screens of monitoring, for the list in router.tsx. */
export const MONITORING_ROUTES = [
  {
    path: '/dataMonitoring',
    load: monitoring,
    menu: { key: 'behavior-record', label: 'monitoring' },
  },
  { path: '/behaviorDetail/:id', load: behaviour },
  { path: '/wrongParties', load: wrongParties },
  {
    path: '/anomalies',
    load: anomalies,
    menu: { key: 'behavior-record', label: 'anomalies' },
  },
] as const;

/** After the other settings. */
export const ANOMALY_SETTING = {
  path: '/monitor/rules',
  load: anomalyRules,
  setting: { may: 'monitor:manage', label: 'anomalies' },
} as const;
