import { beforeAll, describe, expect, it } from '@jest/globals';
import { WatchTopic } from '../../../contract/realtime.js';
import { Database } from '../../../server/platform/db/database.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { sql } from '../../../server/platform/db/sql.js';
import { insert } from '../../data/rows.js';
import { recordedCall } from '../../features/calls/desk.js';
import { createDesk, openCase } from '../../features/cases/desk.js';
import { createCase } from '../../support/cases.js';
import { createUser } from '../../support/org.js';
import { TestSocket } from '../../support/sockets.js';
import { useDesk } from '../../support/site.js';
import { OWNERS, PEOPLE, SEES, type Owner } from './owners.js';

/** Members have no board, and supervise nobody. */
const BOARDS: typeof SEES = { ...SEES, collector: [], colleague: [], stranger: [] };
/** One room for all that they may listen to. */
const LISTENERS: typeof SEES = {
  ...BOARDS,
  leader: [],
  otherLeader: [],
  supervisor: OWNERS,
  admin: OWNERS,
  otherAdmin: OWNERS,
};

const rows = {} as Record<Owner, { caseId: number; groupId: number; callId: number }>;

const { desk } = useDesk(createDesk);
beforeAll(async () => {
  const { api, org } = desk;
  for (const owner of OWNERS) {
    const row = await rowOf(owner);
    const [{ ownerId }] = (await api.rows(sql`
      SELECT c.owner_id AS ownerId FROM collection_case c WHERE c.id = ${row.caseId}`)) as [
      { ownerId: number },
    ];
    const callId = await recordedCall(desk, { ...row, ownerId }, owner === 'elsewhere');
    rows[owner] = { ...row, callId };
  }

  async function rowOf(owner: Owner): Promise<{ caseId: number; groupId: number }> {
    if (owner !== 'elsewhere') {
      const caseId = await openCase(desk, owner);
      const [{ groupId }] = (await api.rows(sql`
        SELECT u.group_id AS groupId FROM collection_case c JOIN user u ON u.id = c.owner_id
        WHERE c.id = ${caseId}`)) as [{ groupId: number }];
      return { caseId, groupId };
    }
    const far = { institutionId: org.otherInstitutionId, groupId: null };
    const { id } = await createUser(api, org, 'member', { ...far, name: 'elsewhere' });
    const created = await createCase(api, org, { ...far, ownerId: id });
    const groupId = await api.get(Ids).take();
    const group = { id: groupId, institution_id: org.otherInstitutionId, name: 'far' };
    await api.get(Database).run(insert('admin_group', [group]));
    return { caseId: created.id, groupId };
  }
});

describe('every room', () => {
  const topics: Record<WatchTopic['topic'], { of: (owner: Owner) => WatchTopic; for: typeof SEES }> = {
    case: { of: (owner) => ({ topic: 'case', caseId: rows[owner].caseId }), for: SEES },
    board: { of: (owner) => ({ topic: 'board', groupId: rows[owner].groupId }), for: BOARDS },
    liveCalls: { of: () => ({ topic: 'liveCalls' }), for: LISTENERS },
    call: { of: (owner) => ({ topic: 'call', callId: rows[owner].callId }), for: SEES },
    monitoring: { of: (owner) => ({ topic: 'monitoring', groupId: rows[owner].groupId }), for: BOARDS },
  };

  it('is in this table', () => {
    expect(WatchTopic.options.map(({ shape }) => shape.topic.value).sort()).toEqual(
      Object.keys(topics).sort(),
    );
  });

  it.each(PEOPLE)(
    'opens to the %s when what it is about exists for them, and to nobody else',
    async (person) => {
      const socket = await TestSocket.open(desk.as[person]);
      for (const [topic, { of, for: seers }] of Object.entries(topics)) {
        for (const owner of OWNERS) {
          const { ok } = await socket.watch(of(owner));
          expect({ topic, person, owner, ok }).toEqual({
            topic,
            person,
            owner,
            ok: seers[person].includes(owner),
          });
        }
      }
      socket.close();
    },
  );
});
