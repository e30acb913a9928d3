import type { Party } from '../../../contract/contact/who-answers.js';
import type { BehaviourType } from '../../../contract/supervision/behaviour.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { Database } from '../../../server/platform/db/database.js';
import { insert } from '../../data/rows.js';
import type { Desk, DeskPerson } from '../cases/desk.js';

export const AT = Date.parse('2026-11-18T18:00:00Z');

interface Given {
  who?: DeskPerson;
  type?: BehaviourType;
  caseId?: number | null;
  address?: string;
  /** Seconds before noon. */
  ago?: number;
  source?: 'CLIENT' | 'SERVER';
}

/** Records as the server keeps them, the newest last. @returns their ids */
export async function behaviours(desk: Desk, given: readonly Given[]): Promise<number[]> {
  const ids = await desk.api.get(Ids).takeMany(given.length);
  const rows = given.map((one, index) => {
    const { who = 'collector', type = 'PAGE', caseId = null, address, ago = 0, source = 'SERVER' } = one;
    return {
      ...{ id: ids[index]!, user_id: desk.people[who].id, type, source, case_id: caseId },
      ...ofPerson(desk, who),
      ...{ loan_no: null, detail: '/case/list', address: address ?? '203.0.113.7', is_new: 0 },
      at: new Date(AT - ago * 1_000),
    };
  });
  await desk.api.get(Database).run(insert('behaviour_record', rows));
  return ids;
}

interface GivenCall {
  who?: DeskPerson;
  caseId?: number | null;
  number?: Buffer | null;
  state?: 'ENDED' | 'ANSWERED';
  ago?: number;
  /** Seconds of talk. */
  talk?: number;
  /** The answerer, said at once. */
  party?: Party;
}

export async function calls(desk: Desk, given: readonly GivenCall[], at = AT): Promise<number[]> {
  const ids = await desk.api.get(Ids).takeMany(given.length);
  const rows = given.map((call, index) => {
    const {
      who = 'collector',
      caseId = null,
      number = null,
      state = 'ENDED',
      ago = 0,
      talk = 60,
      party = null,
    } = call;
    const begun = at - ago * 1_000;
    return {
      ...{ id: ids[index]!, direction: 'OUT', state, agent_id: desk.people[who].id, supplier: 'Telvoz' },
      ...ofPerson(desk, who),
      ...{ extension_number: '8001', case_id: caseId, number_hash: number, number_mask: '+52 55 •••• 0001' },
      ...{ requested_at: new Date(begun), answered_at: new Date(begun) },
      ...{ party, party_at: party && new Date(begun) },
      ended_at: state === 'ENDED' ? new Date(begun + talk * 1_000) : null,
    };
  });
  await desk.api.get(Database).run(insert('phone_call', rows));
  return ids;
}

function ofPerson({ org }: Desk, who: DeskPerson): { institution_id: number; group_id: number | null } {
  if (who === 'otherAdmin') return { institution_id: org.otherInstitutionId, group_id: null };
  const elsewhere = who === 'stranger' || who === 'otherLeader';
  return { institution_id: org.institutionId, group_id: elsewhere ? org.otherGroupId : org.groupId };
}
