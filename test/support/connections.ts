import { expect } from '@jest/globals';
import { Providers } from '../../server/platform/providers/providers.js';
import type { Client } from './org.js';
import type { Api } from './stack.js';

let decided = 0;

/** Asked for by one administrator and approved by another; the processes know it at once. */
export async function connectProvider(
  [first, second]: readonly [Client, Client],
  wish: object,
  ...processes: Pick<Api, 'get'>[]
): Promise<void> {
  const { code, data } = await first.post<{ id: number }>('connection/request', wish);
  expect(code).toBe('00');
  const clientRequestId = `connection-word-${(decided += 1)}-of-a-test`;
  const decision = { id: data.id, version: 1, approve: true, answer: 'Ours', clientRequestId };
  expect((await second.post('connection/decide', decision)).code).toBe('00');
  for (const each of processes) await each.get(Providers).renew();
}
