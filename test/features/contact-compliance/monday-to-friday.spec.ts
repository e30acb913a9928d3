import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  DEFAULT_POLICY,
  policyOf,
  type PolicyRow,
} from '../../../server/domain/contact-compliance/policy/policy.rules.js';
import { sql } from '../../../server/platform/db/sql.js';
import { asOwner, createStack, startApi, type Api, type Stack } from '../../support/stack.js';

const MIGRATION = new URL('../../../server/migrations/0550-monday-to-friday.sql', import.meta.url);
const ALONE = 1;
const [ABOVE, BELOW] = [2, 3];
const [HOUSE, AGENCY] = [4, 5];

let stack: Stack;
let api: Api;

beforeAll(async () => {
  stack = await createStack({}, { ownSchema: true });
  api = await startApi();
  await api.rows(sql`
    INSERT INTO institution (id, code, name, parent_id, path) VALUES
      (${ALONE}, 'ALONE', 'Alone', NULL, '/1/'), (${ABOVE}, 'ABOVE', 'Above', NULL, '/2/'),
      (${BELOW}, 'BELOW', 'Below', ${ABOVE}, '/2/3/'), (${HOUSE}, 'HOUSE', 'House', NULL, '/4/'),
      (${AGENCY}, 'AGENCY', 'Agency', ${HOUSE}, '/4/5/')`);
  for (const id of [BELOW, HOUSE])
    await api.rows(sql`
      INSERT INTO guard_policy (institution_id, version, document, note, created_by, created_at)
      VALUES (${id}, 1, ${JSON.stringify(DEFAULT_POLICY)}, '', 1, NOW(3))`);
});
afterAll(async () => {
  await api.close();
  await stack.close();
});

it('an upgrade writes the old default where it held, and binds nobody else by it', async () => {
  for (const text of readFileSync(MIGRATION, 'utf8')
    .split(/;\n/)
    .filter((each) => each.trim()))
    await asOwner({ text, params: [] });
  const rows = await api.rows<PolicyRow>(sql`
    SELECT institution_id AS institutionId, levels FROM policy_in_force ORDER BY institution_id`);
  const days = rows.map((row) => [
    row.institutionId,
    policyOf(row).version,
    policyOf(row).policy.operatingHours.days,
  ]);
  expect(days).toEqual([
    [ALONE, 1, [1, 2, 3, 4, 5, 6]],
    [ABOVE, 0, [1, 2, 3, 4, 5]],
    [BELOW, 1, [1, 2, 3, 4, 5]],
    [HOUSE, 1, [1, 2, 3, 4, 5]],
    [AGENCY, 0, [1, 2, 3, 4, 5]],
  ]);
  const [written] = await api.rows<{ document: string }>(sql`
    SELECT document FROM guard_policy WHERE institution_id = ${ALONE}`);
  const { operatingHours } = DEFAULT_POLICY;
  expect(JSON.parse(written!.document)).toEqual({
    ...DEFAULT_POLICY,
    operatingHours: { ...operatingHours, days: [1, 2, 3, 4, 5, 6] },
  });
});
