import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { stubGlobal, unstubGlobals } from '../../support/globals.js';

const SERVICE = 'https://address.example/json';

/** The request that reached the server, while a public service answers in a way of the test's. */
async function reported(service: () => Promise<unknown>, hash: string): Promise<object> {
  const sent: object[] = [];
  stubGlobal('location', { hash, protocol: 'https:' });
  stubGlobal('document', { cookie: '', querySelector: () => ({ content: SERVICE }) });
  stubGlobal('fetch', (url: string, init: { body?: string }) => {
    if (url === SERVICE) return service().then((answer) => ({ json: () => Promise.resolve(answer) }));
    sent.push(JSON.parse(init.body!) as object);
    return Promise.resolve({ status: 200, json: () => Promise.resolve({ code: '00' }) });
  });
  const { tell } = await import('../../../client/domain/behaviour/behaviour-api.js');
  await tell({ type: 'PAGE' });
  return sent[0]!;
}

describe('what is told of people', () => {
  beforeEach(() => {
    jest.resetModules();
    const storage = { getItem: () => null, setItem: () => undefined };
    stubGlobal('localStorage', storage);
    stubGlobal('sessionStorage', storage);
  });
  afterEach(() => unstubGlobals());

  it('has the address that a public service knows, and the loan of the page', async () => {
    const answer = () => Promise.resolve({ ip: '203.0.113.9' });
    expect(await reported(answer, '#/task/7/LN-9')).toEqual({
      type: 'PAGE', detail: '/task/:id/:id', loanId: 'LN-9', taskId: 7, ip: '203.0.113.9',
    }); // prettier-ignore
  });

  it.each([
    ['is away', () => Promise.reject(new Error('away'))],
    ['says something else', () => Promise.resolve({ address: 7 })],
  ])('goes without the address when the service %s', async (_, answer) => {
    expect(await reported(answer, '#/case/list')).toMatchObject({ loanId: null, taskId: null, ip: null });
  });
});
