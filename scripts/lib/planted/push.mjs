const CASES = 'server/platform/push/case-pushes.ts';
const RULES = 'server/platform/push/push-rules.ts';
const GATE = 'server/platform/realtime/message-gate.ts';

export const PUSH = [
  {
    what: 'a settled case leaves the board as it was',
    file: CASES,
    find: "'case.settled': { row, figures },",
    put: "'case.settled': { row },",
    specs: ['workers/push-rules.spec.ts'],
  },
  {
    what: 'an event of a call is not shown',
    file: CASES,
    find: "'call.hangUpRequested': { call },",
    put: '',
    specs: ['workers/push-rules.spec.ts'],
  },
  {
    what: 'who loses a case goes on watching it',
    file: CASES,
    find: "name: 'case.moved', data, leaves: rooms.case(caseId) }",
    put: "name: 'case.moved', data }",
    specs: ['workers/push-rules.spec.ts'],
  },
  {
    what: 'each case that a plan hands out has a message of its own',
    file: CASES,
    find: 'if (from === to || reason === BY_PLAN) return [];',
    put: 'if (from === to) return [];',
    specs: ['workers/push-rules.spec.ts'],
  },
  {
    what: 'a payment is shown to the leader of another team',
    file: RULES,
    find: 'teamCases: rule({\n      to: rooms.group,',
    put: 'teamCases: rule({\n      to: rooms.institution,',
    specs: ['workers/relay.spec.ts'],
  },
  {
    what: 'of two changes of a seat the first is shown',
    file: RULES,
    find: '...new Map([...before, ...next].map((row) => [idOf(row), row])).values(),',
    put: '...new Map([...next, ...before].map((row) => [idOf(row), row])).values(),',
    specs: ['workers/push-rules.spec.ts'],
  },
  {
    what: 'a board shows the day before again',
    file: RULES,
    find: 'return before.day > next.day ? before : next;',
    put: 'return before.day > next.day ? next : before;',
    specs: ['workers/push-rules.spec.ts'],
  },
  {
    what: 'a topic is watched without its permission',
    file: 'server/platform/realtime/audience.ts',
    find: 'if (!actor.permissions.has(NEEDS[topic.topic])) return null;',
    put: '',
    specs: [
      'security/socket.spec.ts',
      'security/rights/rooms.spec.ts',
      'features/grants/live-rights.spec.ts',
    ],
  },
  {
    what: 'a session has any number of sockets',
    file: GATE,
    find: ' || open >= MAX_SOCKETS) return false;',
    put: ') return false;',
    specs: ['security/socket-floods.spec.ts'],
  },
  {
    what: 'a flood of refusals does not end a socket',
    file: GATE,
    find: 'refused.seconds >= REFUSED_SECONDS',
    put: 'refused.seconds >= 3_000',
    specs: ['security/socket-floods.spec.ts'],
  },
  {
    what: 'a stranger sends as much as a session',
    file: GATE,
    find: 'line.sessionId === null && ++line.messages > BEFORE_ADMISSION',
    put: 'false',
    specs: ['security/socket-floods.spec.ts'],
  },
  {
    what: 'a browser does not notice a lost frame',
    file: 'client/realtime/sequence.ts',
    find: "seq === known.seq + 1 ? 'next' : 'gap'",
    put: "seq > known.seq ? 'next' : 'gap'",
    specs: ['client/core/realtime.spec.ts'],
  },
  {
    what: 'a panel that closes ends the watch of the other',
    file: 'client/realtime/watches.ts',
    find: 'if (entry.count > 0) return false;',
    put: '',
    specs: ['client/core/realtime.spec.ts'],
  },
  {
    what: 'a burst of tags refetches only the last',
    file: 'client/realtime/tag-queue.ts',
    find: "`${tag.type}:${tag.id ?? ''}`",
    put: '`${tag.id}`',
    specs: ['client/core/realtime.spec.ts'],
  },
];
