import { beforeAll, describe, expect, it } from '@jest/globals';
import type { TemplateInfo, TemplatesAnswer } from '../../../contract/contact/message-templates.js';
import { decideFor } from '../../support/approvals.js';
import { createUser, signedIn, type Client } from '../../support/org.js';
import { useSite } from '../../support/site.js';
import { below } from '../../support/tree.js';

type Saved = { id: number; approvalId?: number | null };
let approver: Client;

const { api, org, admin } = useSite({ people: { admin: 'admin' } });
beforeAll(async () => {
  approver = await signedIn(api, await createUser(api, org, 'admin'));
});

const TEXTS = { es: '{{name}}, pague a {{app}} en {{place:text}}. Quejas: CONDUSEF', en: null, cn: null };
const form = (more: object = {}) => ({
  ...{ name: 'Visita', channel: 'SMS', institutionId: org.institutionId, texts: TEXTS },
  ...more,
});
const save = (body: object, client = admin) => client.post<Saved>('sms/templates/createOrUpdate', body);
const setStatus = (body: object, client = admin) => client.post<Saved>('sms/templates/setStatus', body);
const listed = async (id: number, client = admin) =>
  (await client.get<TemplatesAnswer>(`sms/templates/manage?templateId=${id}`)).data.result[0];
const one = async (id: number) => (await listed(id))!;
async function active(): Promise<TemplateInfo> {
  const { data } = await save(form());
  const asked = await setStatus({ id: data.id, enabled: true });
  expect(await decideFor(approver, asked.data.approvalId)).toBe('00');
  return one(data.id);
}

describe('a template', () => {
  it('that is active goes on as it is until a second administrator approves other texts', async () => {
    const { id, version } = await active();
    const texts = { ...TEXTS, es: 'Aviso: {{place:text}}. {{app}}. Quejas: CONDUSEF' };
    const named = await save(form({ id, version, name: 'Visita 9' }));
    expect(named.data).toEqual({ id });
    const { data } = await save(form({ id, version: version + 1, name: 'Visita 10', texts }));
    expect(await one(id)).toMatchObject({
      ...{ name: 'Visita 9', texts: TEXTS, version: version + 1, enabled: true },
      waiting: { approvalId: data.approvalId, mine: true, version: version + 1, form: { texts } },
    });
    expect((await save(form({ id, version: version + 1, texts }))).code).toBe('23');
    expect(await decideFor(approver, data.approvalId)).toBe('00');
    expect(await one(id)).toMatchObject({ name: 'Visita 10', texts, enabled: true, waiting: null });
  });

  it('that was changed since it was asked for is refused or withdrawn alone', async () => {
    const { data } = await save(form());
    const asked = await setStatus({ id: data.id, enabled: true });
    expect(
      (
        await save(
          form({
            id: data.id,
            version: 1,
            texts: { ...TEXTS, es: 'Aviso: {{place:text}}. {{app}}. Quejas: CONDUSEF' },
          }),
        )
      ).code,
    ).toBe('00');
    expect(await decideFor(approver, asked.data.approvalId)).toBe('23');
    expect(await decideFor(approver, asked.data.approvalId, { approve: false })).toBe('00');
    expect((await one(data.id)).enabled).toBe(false);
  });

  it('of an institution above is listed where it may be sent, once it is active, and is changed there alone', async () => {
    const above = await active();
    const draft = (await save(form())).data;
    const top = { id: org.institutionId, path: `/${org.institutionId}/` };
    const { id: child } = await below(api, top, 'CENTRO');
    const boss = await signedIn(api, await createUser(api, org, 'admin', { institutionId: child }));
    const own = (await save(form({ institutionId: child }), boss)).data;
    expect(await listed(above.id, boss)).toMatchObject({ fromAbove: true, enabled: true, waiting: null });
    expect(await listed(draft.id, boss)).toBeUndefined();
    expect(await listed(own.id, boss)).toMatchObject({ fromAbove: false, enabled: false });
    expect(await one(own.id)).toMatchObject({ fromAbove: false });
    expect((await save(form({ id: above.id, institutionId: child }), boss)).code).toBe('21');
    expect((await setStatus({ id: above.id, enabled: false }, boss)).code).toBe('21');
  });
});
