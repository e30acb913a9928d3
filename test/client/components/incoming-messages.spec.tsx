import { expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { IncomingQuery, type IncomingRow } from '../../../contract/contact/incoming-messages.js';
import { MessageLogQuery, ResidueQuery } from '../../../contract/contact/messages.js';
import { useBrowser } from './support/app.js';
import { ID, openCase } from './support/case.js';
import { NO_ROWS } from './support/people.js';
import { expectAccessible, expectWords } from './support/screen.js';

useBrowser();

const ROW: IncomingRow = {
  ...{
    id: 1,
    channel: 'SMS',
    meaning: 'NOT_THEIRS',
    text: 'No soy',
    contactName: 'Rosa',
    contactRelation: 'R01',
  },
  ...{ phone: '55 •••• 1234', at: new Date().toISOString() },
};

it.each([
  ['en', 'Messages', 'Messages received', 'Not their number'],
  ['es', 'Mensajes', 'Mensajes recibidos', 'No es su número'],
  ['cn', '消息', '收到的消息', '号码不属于该客户'],
] as const)('says in %s what came back, and what it means', async (language, tab, list, meaning) => {
  const { user } = await openCase(
    (network) =>
      network
        .on({
          call: 'GET sms/incoming',
          query: IncomingQuery,
          answer: () => ({
            result: [ROW, { ...ROW, id: 2, meaning: 'OTHER', channel: 'WHATSAPP' }],
            totalCount: 2,
          }),
        })
        .on({ call: `GET sms/log/${ID}`, query: MessageLogQuery, answer: () => NO_ROWS })
        .on({ call: 'GET sms/residue/', query: ResidueQuery, answer: () => null })
        .on({ call: 'GET sms/templates/', answer: () => [] }),
    language,
  );
  await user.click(await screen.findByRole('tab', { name: tab }));
  const received = within(await screen.findByRole('region', { name: list }));
  expect(received.getAllByRole('listitem')).toHaveLength(2);
  expect(received.getByText(meaning)).toBeTruthy();
  expectWords();
  await expectAccessible();
});
