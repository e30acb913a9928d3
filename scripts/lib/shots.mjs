const dark = { theme: 'dark', width: 1920, height: 1080 };
const es = { language: 'es', ...dark };
const cn = { language: 'cn', ...dark };

/** The address of the first link on a screen that begins so. */
const first =
  (screen, begin, suffix = '') =>
  async (page, url) => {
    await page.goto(`${url}/#${screen}`);
    const link = page.locator(`a[href^="#${begin}"]`).first();
    await link.waitFor();
    return `${(await link.getAttribute('href')).slice(1).split('?')[0]}${suffix}`;
  };
const inCase = (tab) => first('/case/list?status=C20', '/task/', tab ? `?tab=${tab}` : '');
const handOut = async (page, url) =>
  (await first('/queue?type=AUTOMATIC', '/queue/list/')(page, url)).replace('/queue/list/', '/queue/plan/');

/** Every picture of docs/screens.md: its file, who sees the screen, and how to come to it. */
export const shots = [
  { name: 'login', who: 'nobody', path: '/login' },
  { name: 'list', who: 'member', path: '/case/list' },
  { name: 'list-cn-dark', who: 'member', path: '/case/list', ...cn },
  { name: 'case', who: 'member', path: inCase() },
  { name: 'case-es-dark', who: 'member', path: inCase(), ...es },
  { name: 'messages', who: 'member', path: inCase('messages') },
  { name: 'codes', who: 'member', path: inCase('codes') },
  { name: 'timeline', who: 'member', path: inCase('timeline') },
  { name: 'people', who: 'member', path: inCase('people') },
  { name: 'pictures-tab', who: 'member', path: inCase('pictures') },
  {
    name: 'conditions',
    who: 'member',
    path: async (page, url) => `/conditions/${(await inCase()(page, url)).split('/')[2]}`,
  },
  { name: 'statistics', who: 'member', path: '/statistics' },
  { name: 'board', who: 'leader', path: '/dashboard' },
  { name: 'board-past-es-dark', who: 'leader', path: '/dashboard?at=11:05', ...es },
  { name: 'teams-dark', who: 'supervisor', path: '/dashboard/teams', theme: 'dark' },
  { name: 'schedule', who: 'leader', path: '/seatingSchedule' },
  { name: 'schedule-cn', who: 'leader', path: '/seatingSchedule', language: 'cn' },
  { name: 'what-if', who: 'leader', path: '/seatingSchedule/whatIf' },
  { name: 'what-if-cn-dark', who: 'leader', path: '/seatingSchedule/whatIf', ...cn },
  { name: 'queues', who: 'leader', path: '/queue' },
  { name: 'hand-out', who: 'leader', path: handOut },
  { name: 'hand-out-es-dark', who: 'leader', path: handOut, ...es },
  { name: 'promises', who: 'leader', path: '/promises' },
  { name: 'promises-es-dark', who: 'leader', path: '/promises', ...es },
  { name: 'requests', who: 'leader', path: '/requests' },
  { name: 'presence', who: 'leader', path: '/presence' },
  { name: 'ranks', who: 'leader', path: '/ranks' },
  { name: 'uncovered', who: 'leader', path: '/queue/uncovered' },
  { name: 'indicators', who: 'admin', path: '/indicators' },
  { name: 'settings-order', who: 'admin', path: '/settings/priorities' },
  { name: 'settings-policy', who: 'admin', path: '/settings/contactPolicy' },
  { name: 'settings-limits-es-dark', who: 'admin', path: '/settings/messageLimits', ...es },
  { name: 'users', who: 'admin', path: '/users' },
  { name: 'logins', who: 'admin', path: '/users/logins' },
  { name: 'refunds', who: 'leader', path: '/refunds' },
  { name: 'templates', who: 'admin', path: '/templates' },
  { name: 'products', who: 'admin', path: '/products' },
  { name: 'announcement-es-dark', who: 'admin', path: '/add/announcement', ...es },
  { name: 'institutions', who: 'admin', path: '/institutionalManagement/institutions' },
  { name: 'permissions-es-dark', who: 'admin', path: '/institutionalManagement/permissions', ...es },
  { name: 'accounts', who: 'admin', path: '/institutionalManagement/accounts' },
  { name: 'softphones', who: 'admin', path: '/softPhone' },
  { name: 'upload-people', who: 'admin', path: '/users/upload' },
  { name: 'approvals', who: 'admin', path: '/system/approvals' },
  { name: 'wallboards', who: 'leader', path: '/system/kiosks' },
  { name: 'wallboard', who: 'nobody', path: '/wallboard' },
  { name: 'system', who: 'admin', path: '/system' },
  { name: 'white-list-cn-dark', who: 'admin', path: '/system/whiteList', ...cn },
  { name: 'audit', who: 'admin', path: '/audit' },
  { name: 'jobs', who: 'admin', path: '/jobs' },
  { name: 'setup', who: 'admin', path: '/setup' },
  { name: 'monitoring', who: 'supervisor', path: '/dataMonitoring' },
  { name: 'monitoring-es-dark', who: 'supervisor', path: '/dataMonitoring', ...es },
  { name: 'behaviour', who: 'supervisor', path: first('/dataMonitoring', '/behaviorDetail/') },
  { name: 'anomalies', who: 'supervisor', path: '/anomalies' },
  { name: 'anomaly-rules', who: 'admin', path: '/monitor/rules' },
  { name: 'stops', who: 'supervisor', path: '/stops' },
  { name: 'new-stop-es-dark', who: 'supervisor', path: '/add/stop', ...es },
  { name: 'complaints', who: 'supervisor', path: '/complaints' },
  { name: 'complaint', who: 'supervisor', path: first('/complaints', '/complaint/') },
  { name: 'complaint-cn-dark', who: 'supervisor', path: first('/complaints', '/complaint/'), ...cn },
  { name: 'complaints-report', who: 'supervisor', path: '/complaints/report' },
  { name: 'quality', who: 'supervisor', path: '/quality' },
  { name: 'quality-sheets', who: 'admin', path: '/quality/sheets' },
  { name: 'quality-report', who: 'supervisor', path: '/quality/report' },
  { name: 'listening', who: 'supervisor', path: '/listening' },
  {
    name: 'pressure',
    who: 'leader',
    path: async (page, url) => `/pressure/${(await inCase()(page, url)).split('/')[2]}`,
  },
  { name: 'day', who: 'leader', path: first('/presence', '/presence/') },
];
