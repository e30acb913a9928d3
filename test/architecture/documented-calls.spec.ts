import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

/**
 * The calls that integrators were given in writing, by what they are about. A path that leaves this table is gone for whoever
 * calls it: it is changed only together with that paper.
 */
const DOCUMENTED = {
  queues: {
    GET: [
      'management/queue/list/', 'management/queue/info/{id}', 'management/queue/tasks/{id}',
      'management/queue/agents/{id}',
    ],
    POST: ['management/queue/createOrUpdate', 'management/queue/setStatus'],
  },
  binding: {
    POST: [
      'management/task/batchBindAgent', 'management/task/unbindAgent', 'management/task/bindPreview',
      'management/task/undoBind',
    ],
  },
  allocation: {
    GET: ['allocation/runs', 'allocation/run/{id}', 'allocation/explain/{taskId}', 'allocation/uncovered'],
    POST: ['allocation/dryRun', 'allocation/run'],
  },
  schedule: {
    GET: [
      'workSchedule/list', 'workSchedule/downloadTemplate', 'workSchedule/uploadResult/{id}', 'workSchedule/dutySum',
      'workSchedule/agentPrediction', 'workSchedule/taskNumConfig', 'workSchedule/planResult',
    ],
    POST: [
      'workSchedule/upload', 'workSchedule/updateStatus', 'workSchedule/taskNumConfig', 'workSchedule/whatIf',
      'workSchedule/applyPlan',
    ],
  },
  indicators: {
    GET: ['achievementBoard/list', 'achievementBoard/info/{id}'],
    POST: ['achievementBoard/createOrUpdate', 'achievementBoard/setStatus'],
  },
  board: {
    GET: [
      'dashboard/summary', 'dashboard/personal', 'dashboard/summaryHistory', 'dashboard/personalHistory',
      'dashboard/replay',
    ],
  },
  'people at work': {
    GET: ['presence/list', 'presence/timeline', 'promise/list', 'manage/user/rank', 'request/list'],
    POST: ['promise/handBack', 'request/decide'],
  },
  users: {
    GET: [
      'manage/user/list', 'manage/user/info', 'manage/user/loginLogs', 'manage/user/downloadTemplate',
      'manage/user/uploadResult/{id}', 'management/user/list/', 'management/user/info/{id}',
    ],
    POST: [
      'manage/user/createOrUpdate', 'manage/user/setStatus', 'manage/user/resetPassword', 'manage/user/livenessCount',
      'manage/user/bindIdCard', 'manage/user/picture', 'manage/user/upload', 'management/user/info/{id}',
    ],
  },
  'institutions, permissions, accounts': {
    GET: [
      'management/institution/tree', 'institutionalManagement/list', 'institutionalManagement/permissions',
      'institutionalManagement/accounts',
    ],
    POST: [
      'institutionalManagement/createOrUpdate', 'institutionalManagement/setStatus',
      'institutionalManagement/permissions', 'institutionalManagement/accounts',
    ],
  },
  softphones: {
    GET: [
      'softPhone/list', 'softPhone/bindRecord', 'softPhone/getByBindAgentId', 'softPhone/downloadUploadTmp',
      'softPhone/uploadResult/{id}',
    ],
    POST: ['softPhone/operator', 'softPhone/createOrUpdate', 'softPhone/uploadExcel'],
  },
  complaints: {
    GET: [
      'customer/service/list', 'customer/service/counts', 'customer/service/detail/{id}', 'customer/service/report',
    ],
    POST: [
      'customer/service/create', 'customer/service/allocate', 'customer/service/batchAllocate',
      'customer/service/process', 'customer/service/done', 'customer/service/return', 'customer/service/reopen',
      'customer/service/penalty', 'customer/service/transfer',
    ],
  },
  monitoring: {
    GET: [
      'user/behavior/list', 'user/behavior/info/{id}', 'user/behavior/anomalies', 'user/behavior/day',
      'softPhone/callRecordList', 'softPhone/downLoadVoice', 'monitor/rules', 'borrower/pressure/{taskId}',
    ],
    POST: ['user/behavior/anomaly/handle', 'monitor/rules', 'softPhone/recordingNote'],
  },
  'listening in, quality, stop': {
    GET: ['quality/sheets', 'quality/samples', 'quality/report', 'guard/stops'],
    POST: [
      'softPhone/listen', 'softPhone/whisper', 'softPhone/barge', 'softPhone/leave', 'quality/sheets', 'quality/score',
      'quality/answer', 'guard/stop', 'guard/resume',
    ],
  },
  system: {
    GET: [
      'menu/getSysConfig', 'manage/config/query', 'manage/config/history', 'loginLimit/whiteList',
      'login/authenticator/roles',
      'sms/limit/config/read',
    ],
    POST: [
      'menu/updateSysConfig', 'manage/config/update', 'loginLimit/whiteList', 'loginLimit/whiteList/dryRun',
      'sms/limit/config/update', 'login/authenticator/roles',
    ],
  },
  'templates, products, refunds': {
    GET: ['sms/templates/manage', 'product/terms', 'refund/list'],
    POST: [
      'sms/templates/createOrUpdate', 'sms/templates/setStatus', 'product/terms', 'refund/complete', 'refund/reject',
    ],
  },
  'audit and jobs': {
    GET: ['audit/list', 'audit/export', 'job/list', 'job/info/{id}'],
    POST: ['job/retry', 'guard/policy/lab'],
  },
} satisfies Record<string, Partial<Record<'GET' | 'POST', readonly string[]>>>; // prettier-ignore

const page = readFileSync(fileURLToPath(new URL('../../docs/calls.md', import.meta.url)), 'utf8');

/** Names of parameters are each side's own, and a slash at the end is none. */
function shapeOf(path: string): string {
  return path.replace(/\{\w+\}|:\w+/g, '*').replace(/\/$/, '');
}

describe('the calls that are documented to integrators', () => {
  const answered = new Set(
    [...page.matchAll(/^\| (GET|POST) +\| `([^`]+)`/gm)].map(
      ([, method, path]) => `${method} ${shapeOf(path!)}`,
    ),
  );

  it.each(Object.entries(DOCUMENTED))('about %s are answered', (_, methods) => {
    const calls = Object.entries(methods).flatMap(([method, paths]) =>
      paths.map((path) => `${method} ${shapeOf(path)}`),
    );
    expect(calls.filter((call) => !answered.has(call))).toEqual([]);
  });
});
