import { CALL_ROUTES } from './routes/call-routes';
import { ANOMALY_SETTING, MONITORING_ROUTES } from './routes/monitoring-routes';
import { NOUN_ROUTES } from './routes/noun-routes';
import type { Screen } from './routes/screen';

const caseList = () => import('./case-list-route');
const casePage = () => import('./case-route');
const statistics = () => import('../features/statistics/statistics-page');
const conditions = () => import('../features/conditions/conditions-page');
const board = () => import('../features/boards/board-page');
const teams = () => import('../features/boards/teams/teams-page');
const dayCases = () => import('../features/boards/day-cases-page');
const dayEvents = () => import('../features/timeline/day-events-page');
const promises = () => import('../features/promises/promises-page');
const presence = () => import('../features/presence/presence-page');
const ranks = () => import('../features/ranks/ranks-page');
const requests = () => import('../features/requests/requests-page');
const schedule = () => import('../features/schedules/schedule-page');
const whatIf = () => import('../features/schedules/what-if/what-if-page');
const refunds = () => import('../features/refunds/refunds-page');
const complaints = () => import('../features/complaints/complaints-page');
const complaint = () => import('../features/complaints/complaint-page');
const privacy = () => import('../features/privacy/privacy-page');
const newPrivacy = () => import('../features/privacy/block-page');
const newComplaint = () => import('../features/complaints/new-complaint-page');
const complaintMonths = () => import('../features/complaints/months-page');
const complaintMonth = () => import('../features/complaints/month-page');
const complaintReport = () => import('../features/complaints/report-page');
const stops = () => import('../features/stops/stops-page');
const stop = () => import('../features/stops/stop-page');
const newStop = () => import('../features/stops/new-stop-page');
const legalSources = () => import('../features/settings/system/legal-sources-page');
const sealMail = () => import('../features/settings/system/seal-mail-page');
const regulatorTerms = () => import('../features/settings/system/regulator-page');
const firstContact = () => import('../features/settings/system/first-contact-page');
const messagePlaces = () => import('../features/settings/system/places-page');
const audit = () => import('../features/audit/audit-page');
const jobs = () => import('../features/jobs/jobs-page');
const setup = () => import('../features/setup/setup-page');
const imports = () => import('../features/imports/import-page');
const claimedTimes = () => import('../features/imports/claimed-times-page');
const permissions = () => import('../features/grants/grants-page');
const accounts = () => import('../features/users/accounts-page');
const pressure = () => import('../features/contact-compliance/pressure-page');
const weights = () => import('../features/settings/weights-page');
const limits = () => import('../features/settings/limits-page');
const system = () => import('../features/settings/system/system-page');
const numbers = () => import('../features/settings/system/numbers-page');
const addresses = () => import('../features/settings/system/addresses-page');
const authenticators = () => import('../features/settings/system/authenticators-page');
const approvals = () => import('../features/approvals/approvals-page');
const health = () => import('../features/health/health-page');
const site = () => import('../features/site/site-page');
const connections = () => import('../features/connections/connections-page');
const connection = () => import('../features/connections/connection-page');
const approval = () => import('../features/approvals/approval-page');
const wallboardTokens = () => import('../features/wallboards/wallboard-tokens-page');
const newWallboardToken = () => import('../features/wallboards/new-wallboard-token-page');
const policy = () => import('../features/settings/policy-page');

/** Nouns with a place of their own in the menu; the others stand together. */
const { queue, user, softphone, institution, ...others } = NOUN_ROUTES;

export const CASE_LIST = '/case/list';

/** One without an entry of its own belongs to the entry before it, which the menu marks while it is shown. */
export const ROUTES: readonly Screen[] = [
  { path: '/setup', load: setup, help: 'setup' },
  { path: CASE_LIST, load: caseList, menu: { key: '/myTasks', label: 'case-list' } },
  { path: '/myTasks', load: caseList },
  { path: '/task/:taskId/:loanId', load: casePage, help: 'case' },
  { path: '/pressure/:taskId', load: pressure, help: 'case' },
  { path: '/conditions/:taskId', load: conditions, help: 'case' },
  { path: '/statistics', load: statistics, menu: { key: 'statistics', label: 'statistics' } },
  { path: '/dashboard', load: board, menu: { key: 'management-dashboard', label: 'board' } },
  {
    path: '/dashboardInfo/:date/:device/:product/:queue/:institution',
    load: board,
    narrows: ['date', 'device', 'product', 'queue', 'institution'],
  },
  { path: '/dashboard/teams', load: teams },
  { path: '/dashboard/cases', load: dayCases },
  { path: '/dashboard/events/:collectorId', load: dayEvents },
  { path: '/dashboard/events/:collectorId/:date', load: dayEvents, narrows: ['date'] },
  { path: '/presence', load: presence, help: 'presence' },
  { path: '/presence/:collectorId', load: presence, narrows: ['collectorId'], help: 'presence' },
  {
    path: '/presence/:collectorId/:date',
    load: presence,
    narrows: ['collectorId', 'date'],
    help: 'presence',
  },
  {
    path: '/promises',
    load: promises,
    menu: { key: 'management-dashboard', label: 'promises' },
  },
  {
    path: '/requests',
    load: requests,
    menu: { key: 'management-dashboard', label: 'requests' },
  },
  { path: '/ranks', load: ranks, menu: { key: 'management-dashboard', label: 'ranks' } },
  ...user,
  ...queue,
  {
    path: '/seatingSchedule',
    load: schedule,
    menu: { key: 'management-seatScheduling', label: 'schedule' },
  },
  { path: '/seatingSchedule/whatIf', load: whatIf },
  ...softphone,
  { path: '/refunds', load: refunds, menu: { key: 'management-refunds', label: 'refunds' } },
  {
    path: '/complaints',
    load: complaints,
    menu: { key: 'management-complaints', label: 'complaints' },
  },
  { path: '/complaints/report', load: complaintReport },
  { path: '/complaints/months', load: complaintMonths },
  { path: '/complaint/month/:month', load: complaintMonth },
  { path: '/complaint/:id', load: complaint },
  { path: '/add/complaint', load: newComplaint },
  {
    path: '/privacy',
    load: privacy,
    menu: { key: 'management-complaints', label: 'privacy', may: 'complaint:manage' },
  },
  { path: '/add/privacy/:taskId', load: newPrivacy },
  ...Object.values(others).flat(),
  ...CALL_ROUTES,
  ...MONITORING_ROUTES,
  { path: '/audit', load: audit, menu: { key: 'behavior-record', label: 'audit' } },
  { path: '/stops', load: stops, menu: { key: 'behavior-record', label: 'stops' } },
  { path: '/stop/:id', load: stop },
  { path: '/add/stop', load: newStop },
  { path: '/jobs', load: jobs, menu: { key: 'behavior-record', label: 'jobs' } },
  {
    path: '/system',
    load: system,
    menu: { key: 'management-system', label: 'system' },
    setting: { may: 'system:manage', label: 'system' },
  },
  {
    path: '/system/config',
    load: numbers,
    menu: { key: 'management-config', label: 'config' },
    setting: { may: 'config:manage', label: 'numbers' },
  },
  {
    path: '/system/whiteList',
    load: addresses,
    menu: { key: 'management-ipWhitelist', label: 'white-list' },
    setting: { may: 'addressList:manage', label: 'addresses' },
  },
  {
    path: '/system/authenticators',
    load: authenticators,
    menu: { key: 'management-system', may: 'system:manage', label: 'authenticators' },
    setting: { may: 'system:manage', label: 'authenticators' },
  },
  {
    path: '/system/approvals',
    load: approvals,
    menu: { key: 'management-system', label: 'approvals' },
  },
  { path: '/add/approval', load: approval },
  {
    path: '/system/site',
    load: site,
    menu: { key: 'management-system', may: 'system:manage', label: 'site' },
  },
  {
    path: '/system/connections',
    load: connections,
    menu: { key: 'management-system', label: 'connections', may: 'approval:decide' },
  },
  { path: '/system/connection/:provider', load: connection },
  {
    path: '/system/health',
    load: health,
    menu: { key: 'management-system', may: 'system:manage', label: 'health' },
  },
  {
    path: '/system/kiosks',
    load: wallboardTokens,
    menu: { key: 'management-dashboard', label: 'kiosks' },
  },
  { path: '/add/kiosk', load: newWallboardToken },
  { path: '/imports', load: imports, menu: { key: 'management-system', label: 'imports' } },
  { path: '/imports/claimedTimes', load: claimedTimes },
  ...institution,
  {
    path: '/institutionalManagement/permissions',
    load: permissions,
    menu: { key: 'management-permissions', label: 'permissions' },
  },
  {
    path: '/institutionalManagement/accounts',
    load: accounts,
    menu: { key: 'management-accounts', label: 'accounts' },
  },
  { path: '/settings/priorities', load: weights, setting: { may: 'priority:manage', label: 'priorities' } },
  {
    path: '/settings/messageLimits',
    load: limits,
    menu: { key: 'management-smsLimits', label: 'sms-limits' },
    setting: { may: 'messageLimits:manage', label: 'limits' },
  },
  {
    path: '/settings/messagePlaces',
    load: messagePlaces,
    setting: { may: 'template:manage', label: 'places' },
  },
  {
    path: '/settings/firstContact',
    load: firstContact,
    setting: { may: 'guard:manage', label: 'firstContact' },
  },
  {
    path: '/settings/regulator',
    load: regulatorTerms,
    setting: { may: 'system:manage', label: 'regulatorTerms' },
  },
  {
    path: '/settings/legalSources',
    load: legalSources,
    setting: { may: 'guard:manage', label: 'legalSources' },
  },
  { path: '/settings/sealMail', load: sealMail, setting: { may: 'system:manage', label: 'sealMail' } },
  { path: '/settings/contactPolicy', load: policy, setting: { may: 'guard:manage', label: 'policy' } },
  ANOMALY_SETTING,
];

/**
 * The words of the frame and of the screen that most people begin with. One that is missing here makes the frame wait twice:
 * for the words, and for React, which draws what waited 300 ms later at the earliest.
 */
export const FIRST_WORDS = [
  'shell', 'account', 'announcements', 'score-card', 'softphone', 'guard', 'cases', 'codes',
]; // prettier-ignore
