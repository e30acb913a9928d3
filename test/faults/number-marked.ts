import { Config } from '../../server/platform/config/config.js';
import { Vault } from '../../server/platform/crypto/vault.js';
import { NUMBER, underLoad } from './contact-stopped.js';
import { record } from './rig/calls.js';
import type { FaultCase, Person } from './rig/people.js';
import type { Fault } from './rig/verdict.js';

/**
 * One number that every borrower has is marked as somebody else's, by a record, while 200 contacts are asked for a second:
 * none of any case is claimed behind its commit, and what was at a supplier ends within a second.
 */
export const numberMarked: Fault = {
  id: 'F22',
  name: 'a number marked as a stranger’s under 200 contacts a second',
  sandbox: true,
  workers: 2,
  async run(rig) {
    const hash = new Vault(new Config(rig.env)).index(NUMBER);
    await rig.db.query('UPDATE contact SET phone_hash = ?', [hash]);
    const [on] = rig.company.cases as [FaultCase];
    const person = rig.company.collectors.find(({ id }) => id === on.ownerId) as Person;
    const marks = async () => [
      await rig.clients.send(record(person, on, { callResult: 'NORLVT', notes: 'Not the borrower' })),
    ];
    return underLoad(rig, [{ name: 'number', covers: '1 = 1', place: marks, lift: false }]);
  },
};
