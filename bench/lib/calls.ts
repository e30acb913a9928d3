import type { Cast, Seat, Subject } from './cast.js';
import { getRequest, sessionHeaders } from './http-connection.js';
import type { Traffic } from './traffic.js';

/** Every call of a collector and of the leaders above, as it goes over the wire. */
export function callsOf(cast: Cast, subjects: readonly Subject[], secret: string): Record<string, Traffic> {
  const { collectors, leaders, supervisor } = cast;
  const get = (seats: readonly Seat[], path: string): Traffic =>
    fixed(seats.map(({ token }) => [path, token]));
  const each = (path: (subject: Subject) => string): Traffic =>
    fixed(subjects.map((subject) => [path(subject), subject.token]));
  return {
    'list, first page': get(collectors, 'task/listing'),
    'list, page 10': get(collectors, 'task/listing?page=10'),
    'list of a status by amount': get(collectors, 'task/listing?group=inCollection&sort=amount'),
    'list, leader': get(leaders, 'task/listing'),
    'list, leader, page 200': get(leaders, 'task/listing?page=200'),
    'list, supervisor': get([supervisor], 'task/listing'),
    'list, supervisor, page 600': get([supervisor], 'task/listing?page=600'),
    'list by loan, supervisor': fixed(
      subjects.map(({ externalId }) => [`task/listing?loanId=${externalId}`, supervisor.token]),
    ),
    'list by name, supervisor': get([supervisor], 'task/listing?borrowerName=Mar'),
    counts: get(collectors, 'task/counts'),
    'counts, leader': get(leaders, 'task/counts'),
    'counts, supervisor': get([supervisor], 'task/counts'),
    record: { kind: 'record', subjects: [...subjects] },
    'payment callback': { kind: 'payment', subjects: [...subjects], secret },
    'one case': each(({ caseId }) => `task/info/${caseId}`),
    'loan item': each(({ caseId, loanItemId }) => `task/loanItemInfo/${loanItemId}?taskId=${caseId}`),
    contacts: each(({ caseId }) => `task/contacts/${caseId}`),
    'collection logs': each(({ caseId }) => `task/collectionLogs/${caseId}`),
    plan: each(({ caseId }) => `repay/details?taskId=${caseId}`),
    'pay logs': each(({ caseId }) => `repay/payLogs?taskId=${caseId}`),
    'score card': get(collectors, 'achievementBoard/queryAgentAchievement'),
    'board summary': get(leaders, 'dashboard/summary'),
    'board seats': get(leaders, 'dashboard/personal'),
  };
}

function fixed(asks: readonly (readonly [path: string, token: string])[]): Traffic {
  return {
    kind: 'fixed',
    requests: asks.map(([path, token]) => getRequest(`/api/${path}`, sessionHeaders(token))),
  };
}
