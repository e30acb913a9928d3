import { describe, expect, it } from '@jest/globals';
import type { ProductTermsRow } from '../../../contract/money/products.js';
import type { Page } from '../../../contract/shared/page.js';
import { sql } from '../../../server/platform/db/sql.js';
import { termsOn } from '../../../server/domain/products/product-terms.sql.js';
import { insert } from '../../data/rows.js';
import type { Client } from '../../support/org.js';
import { useDesk } from '../../support/site.js';
import { caseOf, createSmsDesk, fieldsOf, requestId, WORKING_HOURS } from '../messages/desk.js';

const { desk } = useDesk(createSmsDesk, { clock: WORKING_HOURS });

const [PAST, TODAY, TOMORROW, LATER] = ['2026-11-01', '2026-11-19', '2026-11-20', '2026-12-01'] as const;
const form = (more: object = {}) => ({
  ...{ productCategory: 'Nomina', institutionId: desk.org.institutionId, effectiveFrom: TOMORROW },
  ...{ extensionPercent: 12.5, extensionDays: 14, extensionLimit: 1, afterDays: 60, automaticDebit: true },
  ...more,
});
const save = (body: object, client: Client = desk.as.admin) =>
  client.post<{ id: number }>('product/terms', body);
const listed = async (query = '', client: Client = desk.as.admin) =>
  (await client.get<Page<ProductTermsRow>>(`product/terms?size=50&${query}`)).data;

/** As if it had been saved before: what has begun cannot be made any more. */
async function begun(id: number, effectiveFrom: string): Promise<void> {
  await desk.api.rows(sql`
    UPDATE product_terms SET effective_from = ${effectiveFrom}, version = version + 1 WHERE id = ${id}`);
}

describe('the terms of a product', () => {
  it('are versions by day: what is planned may be changed, what has begun may not', async () => {
    const first = (await save(form({ effectiveFrom: LATER }))).data.id;
    const second = (await save(form({ effectiveFrom: TOMORROW, extensionPercent: 8.25 }))).data.id;
    const third = (await save(form({ effectiveFrom: '2026-11-25' }))).data.id;
    await begun(first, PAST);
    await begun(second, TODAY);
    const states = async () =>
      (await listed('productCategory=Nomina')).result.map(({ id, state }) => [id, state]);
    expect(await states()).toEqual([[third, 'PLANNED'], [second, 'IN_FORCE'], [first, 'PAST']]); // prettier-ignore
    for (const [state, id] of [
      ['PLANNED', third],
      ['IN_FORCE', second],
      ['PAST', first],
    ] as const)
      // prettier-ignore
      expect((await listed(`state=${state}&productCategory=Nomina`)).result.map((row) => row.id)).toEqual([id]);
    expect((await save(form({ id: second, effectiveFrom: LATER }))).code).toBe('23');
    const change = form({ id: third, version: 1, effectiveFrom: '2026-11-25', extensionDays: 21 });
    expect((await save(change)).code).toBe('00');
    expect(await save(change)).toMatchObject({
      code: '23',
      data: { inForce: { version: 2, extensionDays: 21 } },
    });
    const [emitted] = await desk.api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'productTerms.changed' AND subject_id = ${third}`);
    expect(JSON.parse(emitted!.payload)).toMatchObject({
      changes: { extensionDays: { before: 14, after: 21 } },
    });
  });

  it.each([['2026-11-18'], [TODAY]])(
    'do not begin on %s: a day that has begun is over for them',
    async (day) => {
      const { code, data, message } = await save(form({ effectiveFrom: day }));
      expect([code, fieldsOf(data)]).toEqual(['22', ['effectiveFrom']]);
      expect(message).toContain(TOMORROW);
    },
  );

  it('begin once on a day, and a repeated request is one', async () => {
    const wish = { ...form({ productCategory: 'Auto' }), clientRequestId: requestId() };
    const [one, two] = await Promise.all([save(wish), save(wish)]);
    expect(one.data).toEqual(two.data);
    const again = await save(form({ productCategory: 'Auto' }));
    expect([again.code, fieldsOf(again.data)]).toEqual(['22', ['effectiveFrom']]);
    const raced = [0, 1].map(() => save(form({ productCategory: 'Moto' })));
    expect((await Promise.all(raced)).map(({ code }) => code).sort()).toEqual(['00', '22']);
    expect((await save({ ...wish, extensionDays: 3 })).code).toBe('23');
  });

  it.each([
    ['extensionPercent', 100.01],
    ['extensionPercent', 0],
    ['extensionDays', 0],
    ['extensionLimit', -1],
    ['afterDays', 0],
    ['productCategory', ' '],
  ])('refuse %s %j at its field', async (field, value) => {
    const { code, data } = await save(form({ productCategory: 'Bad', [field]: value }));
    expect([code, fieldsOf(data)]).toEqual(['22', [field]]);
  });

  it('exist for administrators of their institution alone', async () => {
    const { id } = (await save(form({ productCategory: 'Own' }))).data;
    const elsewhere = form({ id, productCategory: 'Own', institutionId: desk.org.otherInstitutionId });
    expect((await save(elsewhere, desk.as.otherAdmin)).code).toBe('21');
    expect((await save(form(), desk.as.otherAdmin)).code).toBe('21');
    expect((await listed('productCategory=Own', desk.as.otherAdmin)).totalCount).toBe(0);
    for (const client of [desk.as.ana, desk.as.leader, desk.as.supervisor]) {
      expect((await client.get('product/terms')).code).toBe('20');
      expect((await save(form(), client)).code).toBe('20');
    }
  });

  it('hold for loans of the institution and below it; the nearest and newest wins', async () => {
    const { api, org } = desk;
    const below = 800_000_000 + org.institutionId;
    const path = `/${org.institutionId}/${below}/`;
    await api.rows(
      insert('institution', [
        { id: below, code: `T${below}`, name: 'Below', parent_id: org.institutionId, path },
      ]),
    );
    const make = async (institutionId: number, day: string, id: number) =>
      api.rows(sql`
        INSERT INTO product_terms (id, institution_id, product_category, effective_from, extension_percent, extension_days,
          extension_limit) VALUES (${id}, ${institutionId}, 'Tree', ${day}, 10, 7, 2)`);
    await make(org.institutionId, PAST, 91);
    await make(org.institutionId, TODAY, 92);
    await make(below, PAST, 93);
    await make(org.otherInstitutionId, TODAY, 94);
    const test = await caseOf(desk);
    const heldBy = async (institutionId: number, day: string) => {
      await api.rows(sql`
        UPDATE loan_item SET institution_id = ${institutionId}, product_category = 'Tree' WHERE id = ${test.loanItemId}`);
      const [row] = await api.rows<{ id: number | null }>(sql`
        SELECT ${termsOn(day)} AS id FROM loan_item i WHERE i.id = ${test.loanItemId}`);
      return row!.id;
    };
    expect(await heldBy(org.institutionId, TODAY)).toBe(92);
    expect(await heldBy(org.institutionId, '2026-11-18')).toBe(91);
    expect(await heldBy(org.institutionId, '2026-10-31')).toBeNull();
    expect(await heldBy(below, TODAY)).toBe(93);
    expect(await heldBy(org.otherInstitutionId, TODAY)).toBe(94);
    await heldBy(org.institutionId, TODAY);
    expect((await desk.as.ana.get(`loan/count?taskId=${test.id}`)).data).toMatchObject({
      days: 7,
      allowed: 2,
    });
  });
});
