import { beforeAll, describe, expect, it } from '@jest/globals';
import { endpointsOf } from '../../server/platform/auth/endpoints.js';
import { contactOf, createDesk, openCase, requestId } from '../features/cases/desk.js';
import { pay } from '../support/cases.js';
import { useDesk } from '../support/site.js';

let caseId: number;
let contactId: number;
const { desk } = useDesk(createDesk);
beforeAll(async () => {
  caseId = await openCase(desk, 'collector');
  contactId = await contactOf(desk, caseId);
});

const DAYS = [
  '0000-01-01',
  '9999-12-31',
  '1000-01-01',
  '-000001-01-01',
  '2026-02-30',
  "2026-01-01' OR '1'='1",
  '',
];
const TIMES = [
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-12:00',
  '9999-12-31T23:59:59.999Z',
  '0001-01-01T00:00:00+14:00',
  '2026-13-01T00:00:00Z',
];
const TEXTS = [
  "'",
  '\\',
  '%',
  '_%\\',
  '\u0000',
  '\ud800',
  '😀'.repeat(15),
  '__proto__',
  'constructor',
  '${7*7}',
  '-- ',
  'ß'.repeat(20),
];
const NUMBERS = [
  '9007199254740991',
  '9007199254740992',
  '1e15',
  '1e308',
  '-1',
  '0',
  '0x10',
  '1.5',
  'NaN',
  'Infinity',
  '00001',
];

const KNOWN = /^(00|2[0-3]|-2|undefined)$/;

describe('an odd value', () => {
  it('in any parameter of any read is answered, never suffered', async () => {
    const reads = endpointsOf(desk.api.app).filter(
      ({ method, demand }) =>
        method === 'GET' && (demand?.kind === 'permission' || demand?.kind === 'session'),
    );
    const names = [
      'page',
      'size',
      'groupId',
      'queueId',
      'loanItemId',
      'ownerId',
      'borrowerId',
      'agentId',
      'userId',
    ];
    const texts = ['borrowerName', 'borrowerPhone', 'loanId', 'username', 'name', 'status', 'country'];
    const accepted = ['9007199254740991', '1e15', '200'];
    const queries = [
      ...names.flatMap((name) => accepted.map((value) => [[name], value] as const)),
      ...NUMBERS.map((value) => [names, value] as const),
      ...DAYS.map((value) => [['date'], value] as const),
      ...TEXTS.flatMap((value) => [[['borrowerName', 'loanId'], value] as const, [texts, value] as const]),
    ];
    const wrong: string[] = [];
    for (const { paths } of reads) {
      const path = paths[0]!.replace(':id', String(caseId));
      if (path === 'login/out') continue;
      for (let start = 0; start < queries.length; start += 24) {
        await Promise.all(
          queries.slice(start, start + 24).map(async ([keys, value]) => {
            const query = new URLSearchParams({ taskId: String(caseId) });
            for (const key of keys) query.set(key, value);
            const url = `${path}?${query.toString()}`;
            const { status, text } = await desk.as.admin.agent.get(`/api/${url}`);
            if (status >= 500 || /"code":"99"/.test(text)) wrong.push(`${url} ${text.slice(0, 120)}`);
          }),
        );
      }
    }
    expect(wrong).toEqual([]);
  }, 600_000);

  it.each(NUMBERS)('in a path is answered: %s', async (id) => {
    for (const path of ['task/info', 'task/contacts', 'task/collectionLogs', 'management/task/import']) {
      const { status, code } = await desk.as.admin.get(`${path}/${id}`);
      expect({ [path]: [status < 500, code] }).toEqual({ [path]: [true, expect.stringMatching(/^2[12]$/)] });
    }
  });

  it.each([...TIMES.map((at) => ({ nextFollowUpAt: at })), ...DAYS.map((day) => ({ promiseDate: day }))])(
    'in a record is answered: %j',
    async (odd) => {
      const promise = 'promiseDate' in odd ? { callResult: 'PTP', promiseAmount: 100 } : { callResult: 'ND' };
      const body = {
        taskId: caseId,
        contactId,
        callStatus: 'CONNECTED',
        clientRequestId: requestId(),
        ...promise,
        ...odd,
      };
      const { status, code } = await desk.as.collector.post('task/record', body);
      expect([status, code]).toEqual([200, expect.stringMatching(KNOWN)]);
    },
  );

  it.each(TEXTS)('in a note is kept as it is or refused: %j', async (notes) => {
    const body = {
      taskId: caseId,
      contactId,
      callStatus: 'CONNECTED',
      callResult: 'ND',
      notes,
      clientRequestId: requestId(),
    };
    const { status, code } = await desk.as.collector.post('task/record', body);
    expect([status, code]).toEqual([200, '00']);
  });

  it.each([
    ...TIMES.map((paidAt) => ({ paidAt })),
    ...TEXTS.map((text) => ({ providerReference: `ref-${text}` })),
    ...TEXTS.map((text) => ({ loanItemExternalId: text })),
  ])('in a callback is answered: %j', async (odd) => {
    const message = { providerReference: requestId(), loanItemExternalId: `I-${100_000}`, amount: 1, ...odd };
    const { status, code } = await pay(desk.api, message);
    expect([status, code]).toEqual([200, expect.stringMatching(KNOWN)]);
  });

  it('in an amount is answered', async () => {
    for (const amount of [9_000_000_000_000, 9_000_000_000_001, 1e300, -1, 0, 0.5, '1', null]) {
      const { status } = await pay(desk.api, {
        providerReference: requestId(),
        loanItemExternalId: 'I-100000',
        amount,
      });
      expect({ [String(amount)]: status }).toEqual({ [String(amount)]: 200 });
    }
  });

  it.each([
    ['altcha', { altcha: Buffer.from('{"challenge":1}').toString('base64') }],
    ['an altcha of odd bytes', { altcha: altcha({ nonce: 'zz', salt: 'q' }) }],
    ['an altcha without end', { altcha: altcha({ expiresAt: Number.MAX_SAFE_INTEGER }) }],
    ['a codeKey', { codeKey: 'A'.repeat(64), captcha: 'ABCD' }],
    ['a short codeKey', { codeKey: 'A', captcha: 'ABCD' }],
    ['a lone surrogate', { codeKey: '\ud800', captcha: '\udfff' }],
  ])('at the sign-in is answered 11: %s', async (_, odd) => {
    const body = { username: "x' OR 1=1 -- ", password: 'x', keyId: 'x', ...odd };
    expect(await desk.as.admin.post('login/in', body)).toMatchObject({ status: 200, code: '11' });
  });
});

function altcha(parameters: object): string {
  const solved = {
    challenge: {
      parameters: {
        algorithm: 'PBKDF2/SHA-256', nonce: 'ab'.repeat(16), salt: 'cd'.repeat(16), cost: 5000, keyLength: 32,
        keyPrefix: '00', expiresAt: 2_000_000_000, ...parameters,
      },
      signature: 'ab'.repeat(32),
    },
    solution: { counter: -1, derivedKey: 'zz' },
  }; // prettier-ignore
  return Buffer.from(JSON.stringify(solved)).toString('base64');
}
