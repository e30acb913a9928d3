import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { AgenciesQuery, AgencyChange, type AgencyRow } from '../../../contract/contact/agencies.js';
import { openApp, useBrowser } from './support/app.js';
import { Refusal, type Network } from './support/network.js';
import { expectAccessible, problems, rowTexts } from './support/screen.js';

useBrowser();

const AGENCY: AgencyRow = {
  ...{
    id: 7,
    version: 2,
    institutionId: 1,
    institutionName: 'House',
    name: 'Cobranza Centro',
    enabled: true,
  },
  ...{ taxId: 'CCE010203AB1', address: null, mail: null, phone: null, peopleInCharge: 'Ana Prado' },
  ...{ numbers: '+525555550100\n+525555550101', updatedBy: null, updatedAt: '2026-11-18T17:00:00.000Z' },
};
const answers = (sent: object[]) => (network: Network) =>
  network
    .on({
      call: 'GET agency/list',
      query: AgenciesQuery,
      answer: () => ({ result: [AGENCY], totalCount: 1 }),
    })
    .on({
      call: 'POST agency/save',
      body: AgencyChange,
      answer: ({ body: { id, numbers } }) => {
        if (numbers.includes('0199'))
          return new Refusal('22', 'taken', {
            fields: [{ field: 'numbers', rule: 'agency.numberTaken', message: 'It is another agency’s' }],
          });
        sent.push({ id, numbers });
        return { id: 7 };
      },
    });

describe('the register of agencies', () => {
  it('says from how many numbers each calls', async () => {
    await openApp({ at: '/agencies', role: 'admin', answers: answers([]) });
    await waitFor(() =>
      expect(rowTexts()[0]?.slice(0, 5)).toEqual([
        ...['Cobranza Centro', 'CCE010203AB1', '+525555550100 +1', 'Ana Prado', 'Yes'],
      ]),
    );
    await expectAccessible();
  });

  it('takes numbers with their country, and says which are taken', async () => {
    const sent: object[] = [];
    const { user } = await openApp({ at: '/agency/7', role: 'admin', answers: answers(sent) });
    const numbers = await screen.findByRole('textbox', { name: 'Numbers' });
    await user.clear(numbers);
    await user.type(numbers, '5555550100');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(problems()).toEqual({ numbers: 'One number a line, with + and the country' }));
    await user.clear(numbers);
    await user.type(numbers, '+525555550199');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(problems()['numbers']).toContain('It is another agency'));
    await user.clear(numbers);
    await user.type(numbers, '+525555550100');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toEqual([{ id: 7, numbers: '+525555550100' }]));
  });
});
