import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Language } from '../../../contract/codes.js';
import { FirstContactQuery, SCRIPT_ITEMS } from '../../../contract/contact/first-contact.js';
import { RecordCall, type RecordAnswer } from '../../../contract/cases/records.js';
import { i18n } from '../../../client/i18n/i18n.js';
import { useBrowser } from './support/app.js';
import { openCase } from './support/case.js';
import { Refusal } from './support/network.js';

useBrowser();

const SCRIPT = {
  callId: 31,
  items: SCRIPT_ITEMS.map((item) => ({
    item,
    words: item === 'caller' ? 'I am {collector} of {lender}, about {contract}' : null,
  })),
  legalSource: 'DOF 2014',
};

/** The form of a case whose borrower was never told, with a result about money chosen. @returns what was sent */
async function choose(script: typeof SCRIPT | null, language: Language = 'en') {
  const sent: RecordCall[] = [];
  const { user } = await openCase(
    (net) =>
      net.on({ call: 'GET task/firstContact', query: FirstContactQuery, answer: () => script }).on({
        call: 'POST task/record',
        body: RecordCall,
        answer: ({ body }): RecordAnswer | Refusal => {
          sent.push(body);
          const missing = SCRIPT_ITEMS.filter((item) => !body.script?.includes(item));
          const fields = missing.map((item) => ({
            field: `script.${item}`,
            rule: 'record.script',
            message: 'Say it',
          }));
          if (fields.length > 0) return new Refusal('22', 'Not said', { fields });
          return { recordId: 1, status: 'C10', promiseId: null, version: 4, undoUntil: null, contact: null };
        },
      }),
    language,
  );
  await user.click(await screen.findByRole('button', { name: i18n.t('codes:call-status.CONNECTED') }));
  await user.click((await screen.findAllByTitle('RPD'))[0]!);
  return { user, sent };
}
const isTicked = (item: HTMLElement) => item.getAttribute('aria-checked') === 'true';
const ticks = () => within(screen.getByRole('group', { name: /first contact/i })).getAllByRole('checkbox');

describe('the script of a first contact', () => {
  it('is ticked by one key in its order, fills its places, and goes with the record', async () => {
    const { user, sent } = await choose(SCRIPT);
    expect(await screen.findByText('I am Lucia of House, about L-7')).toBeTruthy();
    expect(ticks()).toHaveLength(SCRIPT_ITEMS.length);
    // Keys do nothing before the page has come to rest.
    await waitFor(async () => {
      await user.keyboard('t');
      expect(isTicked(ticks()[0]!)).toBe(true);
    });
    for (const item of ticks()) if (!isTicked(item)) await user.click(item);
    await user.click(screen.getByRole('button', { name: i18n.t('common:action.save') }));
    await waitFor(() => expect(sent.at(-1)?.script).toEqual([...SCRIPT_ITEMS]));
  });

  it('names each item that the server misses, at the item', async () => {
    const { user, sent } = await choose(SCRIPT);
    await screen.findByText('I am Lucia of House, about L-7');
    await user.click(ticks()[0]!);
    await user.click(screen.getByRole('button', { name: i18n.t('common:action.save') }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(await screen.findAllByText('Say it')).toHaveLength(1);
    expect(document.activeElement).toBe(ticks()[1]);
    expect(ticks().map((each) => each.getAttribute('aria-invalid'))).toEqual([
      'false',
      ...Array(7).fill('true'),
    ]);
  });

  it('is not there for somebody who was told', async () => {
    const { sent } = await choose(null);
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(sent).toEqual([]);
  });
});
