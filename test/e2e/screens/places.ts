import type { Page } from '@playwright/test';
import type { Role } from '../../../contract/codes.js';
import { recordedCall } from '../support/calls.js';

/** A screen of the product, as one role opens it. */
export interface Place {
  /** The part behind the `#/`. */
  at: string;
  /** The part behind it, where no link leads to it. */
  id?: (page: Page) => Promise<number | string>;
  /** Keys of words that stand in it, the title first: of what the journeys in Spanish go through. */
  words?: readonly string[];
  /** The first link in it that begins so leads to the next place. */
  leads?: readonly Lead[];
}
export interface Lead extends Pick<Place, 'words' | 'leads'> {
  to: string;
  /** The beginning that its address has instead. */
  as?: string;
  /** The query that the link does not have. */
  more?: string;
  /** The same screen at another address, and not mounted anew: see `narrows` of the router. */
  stays?: true;
}

export const PLACES: Record<Role, readonly Place[]> = {
  member: [
    { at: 'quality' },
    {
      at: 'case/list',
      words: [
        ...['cases:list.title', 'cases:quick.all', 'cases:quick.now', 'cases:column.loanId'],
        ...['cases:column.borrowerName', 'cases:column.amount'],
      ],
      leads: [
        {
          to: 'task/',
          words: [
            ...[
              'case:tab.log',
              'case:tab.calls',
              'case:tab.repayment',
              'case:form.label',
              'case:form.status',
            ],
            ...['case:tab.loan', 'case:tab.people', 'case:form.result', 'case:form.follow-up'],
          ],
        },
        {
          to: 'task/',
          more: 'tab=codes',
          words: ['repayment:deduct.title', 'repayment:new.do', 'repayment:deduct.part'],
        },
      ],
    },
    {
      at: 'statistics',
      words: ['statistics:list.title', 'statistics:amount', 'statistics:rate', 'lists:export'],
    },
    {
      at: 'presence',
      words: ['presence:own', 'presence:lasts', 'presence:changes', 'presence:column.from'],
    },
    {
      at: 'task/',
      id: async (page) => {
        const { taskId, loanItemId } = await recordedCall(page);
        return `${taskId}/${loanItemId}?tab=calls`;
      },
      words: ['calls:list.label', 'case:tab.calls'],
    },
    { at: 'myTasks', leads: [{ to: 'task/' }] },
  ],
  leader: [
    {
      at: 'dashboard',
      words: [
        ...['boards:title', 'boards:tile.recovered', 'boards:tile.settled', 'boards:tile.completion'],
        ...['boards:tile.achievement', 'boards:tile.seats', 'boards:tile.uncovered', 'boards:pause.on'],
      ],
    },
    {
      at: 'users?role=member',
      words: ['users:list.title', 'users:column.name', 'users:column.username', 'users:column.role'],
    },
    {
      at: 'queue?type=AUTOMATIC',
      words: ['queues:list.title', 'queues:column.name', 'queues:column.code', 'queues:act.handOut'],
      leads: [
        {
          to: 'queue/list/',
          more: 'state=assigned',
          words: ['queue-cases:state.assigned', 'queue-cases:column.loanId', 'queue-cases:column.agent'],
        },
        {
          to: 'queue/list/',
          as: 'queue/plan/',
          words: ['allocation:title', 'allocation:preview', 'allocation:run'],
        },
      ],
    },
    {
      at: 'seatingSchedule',
      words: [
        ...['schedules:list.title', 'schedules:upload', 'schedules:template'],
        ...['schedules:prediction.expectedCases', 'schedules:prediction.onDuty'],
      ],
    },
    { at: 'seatingSchedule/whatIf' },
    { at: 'promises' },
    { at: 'requests' },
    { at: 'dashboard/cases' },
    { at: 'presence', leads: [{ to: 'presence/', stays: true, leads: [{ to: 'dashboard/events/' }] }] },
    { at: 'ranks' },
    { at: 'dashboard?wall=1' },
    { at: 'promises?lane=broken&period=month' },
    { at: 'dashboardInfo/all/web/all/all/all' },
  ],
  supervisor: [
    {
      at: 'dataMonitoring',
      words: [
        ...['monitoring:title', 'monitoring:view.behaviour', 'monitoring:view.calls', 'monitoring:pause'],
        ...['monitoring:column.at', 'monitoring:column.name', 'monitoring:column.type', 'lists:export'],
      ],
      leads: [
        { to: 'behaviorDetail/', words: ['monitoring:one', 'monitoring:around', 'monitoring:column.at'] },
      ],
    },
    {
      at: 'dataMonitoring?view=calls',
      words: ['monitoring:title', 'monitoring:column.agentName', 'monitoring:column.calledNumber'],
    },
    {
      at: 'recording/',
      id: async (page) => (await recordedCall(page)).callId,
      words: ['recordings:skip', 'recordings:note.title', 'recordings:listens.title'],
    },
    { at: 'wrongParties' },
    { at: 'listening', words: ['listening:title', 'listening:none'] },
    {
      at: 'complaints',
      words: ['complaints:list.title', 'complaints:list.add', 'complaints:column.level'],
      leads: [{ to: 'complaint/', words: ['complaints:column.type', 'complaints:column.createdAt'] }],
    },
    { at: 'complaints/report' },
    { at: 'complaints/months' },
    { at: 'complaint/month/2026-10' },
    { at: 'complaint/causes' },
    {
      at: 'add/complaint',
      words: ['complaints:new.title', 'complaints:field.content', 'common:action.save'],
    },
    {
      at: 'stops',
      words: ['stops:list.title', 'stops:list.add', 'stops:column.subject', 'stops:column.reason'],
      leads: [{ to: 'stop/', words: ['stops:column.stoppedBy', 'stops:handed.title'] }],
    },
    {
      at: 'add/stop',
      words: ['stops:group.stop.title', 'stops:field.subjectId', 'stops:field.reason'],
    },
    { at: 'quality', leads: [{ to: 'quality/sample/' }] },
    { at: 'quality/report' },
    { at: 'anomalies' },
    { at: 'refunds' },
    { at: 'dashboard', words: ['boards:title', 'boards:tile.recovered', 'boards:wall.enter'] },
    { at: 'dashboard/teams' },
    { at: 'quality/sheets', leads: [{ to: 'quality/sheet/' }] },
  ],
  admin: [
    { at: 'users', leads: [{ to: 'user/' }] },
    { at: 'users/logins' },
    { at: 'users/upload' },
    { at: 'add/user' },
    { at: 'queue', leads: [{ to: 'queue/list/', as: 'queueAbout/' }] },
    { at: 'queue/uncovered' },
    { at: 'addQueue' },
    { at: 'indicators', leads: [{ to: 'indicator/' }] },
    { at: 'announcements', leads: [{ to: 'announcement/' }] },
    { at: 'add/indicator' },
    { at: 'add/announcement' },
    { at: 'templates', leads: [{ to: 'template/' }] },
    { at: 'add/product' },
    { at: 'add/template' },
    { at: 'products', leads: [{ to: 'product/' }] },
    { at: 'softPhone', leads: [{ to: 'softPhone/' }] },
    { at: 'softPhone/upload' },
    { at: 'add/softPhone' },
    { at: 'institutionalManagement/institutions', leads: [{ to: 'institutionalManagement/institution/' }] },
    { at: 'institutionalManagement/permissions' },
    { at: 'institutionalManagement/add' },
    { at: 'institutionalManagement/accounts' },
    { at: 'add/qualitySheet' },
    { at: 'system' },
    { at: 'system/config' },
    { at: 'system/whiteList' },
    { at: 'system/authenticators' },
    { at: 'system/approvals' },
    { at: 'system/site' },
    { at: 'privacy' },
    { at: 'add/privacy/1' },
    { at: 'system/connections' },
    { at: 'system/connection/carrier' },
    { at: 'system/health' },
    { at: 'add/approval' },
    { at: 'system/kiosks' },
    { at: 'add/kiosk' },
    { at: 'monitor/rules' },
    { at: 'settings/priorities' },
    { at: 'settings/messageLimits' },
    { at: 'settings/messagePlaces' },
    { at: 'settings/contactPolicy' },
    { at: 'settings/firstContact' },
    { at: 'settings/regulator' },
    { at: 'settings/sealMail' },
    { at: 'settings/legalSources' },
    { at: 'complaint/cause/1' },
    { at: 'webhooks', leads: [{ to: 'webhook/' }] },
    { at: 'add/webhook' },
    { at: 'apiKeys', leads: [{ to: 'apiKey/' }] },
    { at: 'add/apiKey' },
    { at: 'agencies', leads: [{ to: 'agency/' }] },
    { at: 'add/agency' },
    { at: 'add/complaint/cause' },
    { at: 'audit' },
    { at: 'jobs' },
    { at: 'imports' },
    { at: 'imports/claimedTimes' },
    { at: 'setup' },
  ],
};

/** Looked at by a test that brings them about. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  '/violation/:id': 'supervision/conduct.spec.ts',
  '/conditions/:taskId': 'screens/states.spec.ts',
  '/pressure/:taskId': 'screens/states.spec.ts',
};
