import { expect, it } from '@jest/globals';
import type { AnomalyPage } from '../../../contract/supervision/anomalies.js';
import { eventually } from '../../support/eventually.js';
import { PASSWORD } from '../../support/org.js';
import { Browser } from '../../support/sign-in.js';
import { useDesk } from '../../support/site.js';
import { createDesk } from '../cases/desk.js';

const { desk } = useDesk(createDesk, { workers: { processors: true } });

it('a sign-in from a device that was never seen is found, though its browser reports nothing', async () => {
  const { username } = desk.people.collector;
  for (const veins of ['device-one', 'device-two'])
    expect((await new Browser(desk.api).signIn(username, PASSWORD, { veins })).code).toBe('00');
  await eventually(async () => {
    const { data } = await desk.as.supervisor.get<AnomalyPage>('user/behavior/anomalies?rule=newDevice');
    expect(data.result).toMatchObject([{ username, measured: 1, limit: 1 }]);
  });
});
