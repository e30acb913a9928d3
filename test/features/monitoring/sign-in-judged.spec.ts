import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AnomalyPage } from '../../../contract/supervision/anomalies.js';
import { eventually } from '../../support/eventually.js';
import { PASSWORD } from '../../support/org.js';
import { Browser } from '../../support/sign-in.js';
import { createStack, type Stack } from '../../support/stack.js';
import { startWorkers } from '../../support/workers.js';
import { createDesk, type Desk } from '../cases/desk.js';

let stack: Stack;
let desk: Desk;
let workers: INestApplicationContext;
beforeAll(async () => {
  stack = await createStack();
  desk = await createDesk();
  workers = await startWorkers({ processors: true });
});
afterAll(async () => {
  await workers.close();
  await desk.api.close();
  await stack.close();
});

it('a sign-in from a device that was never seen is found, though its browser reports nothing', async () => {
  const { username } = desk.people.collector;
  for (const veins of ['device-one', 'device-two'])
    expect((await new Browser(desk.api).signIn(username, PASSWORD, { veins })).code).toBe('00');
  await eventually(async () => {
    const { data } = await desk.as.supervisor.get<AnomalyPage>('user/behavior/anomalies?rule=newDevice');
    expect(data.result).toMatchObject([{ username, measured: 1, limit: 1 }]);
  });
});
