import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  CONTACT_CHANNELS,
  type ComplianceReason,
  type ContactPreview,
} from '../../../contract/contact/contact-compliance.js';
import { useBrowser } from './support/app.js';
import { ID, openCase } from './support/case.js';
import { expectAccessible, expectWords } from './support/screen.js';

useBrowser();

const REASONS: ComplianceReason[] = [
  { rule: 'legalHours', params: { from: '2026-11-19T13:00:00Z' } },
  { rule: 'attemptsDay', params: { count: 3, max: 3 } },
];
const ANSWER = { allow: false, reasons: REASONS, nextAllowedAt: null, allowedUntil: null, override: null };
const PREVIEW = {
  ...{ taskId: ID, zone: 'America/Mexico_City', zoneKnown: true, holds: [], overrides: [] },
  counters: {
    ...{ attemptsToday: 3, attemptsPerDay: 3, attemptsWeek: 3, attemptsPerWeek: 10, conversationsToday: 0 },
    ...{ conversationsPerDay: 1, messagesToday: 0, messagesPerDay: 2 },
  },
  contacts: [
    {
      ...{ contactId: 4, relation: 'R01', guarantor: false, guarantorRequest: null },
      channels: Object.fromEntries(CONTACT_CHANNELS.map((channel) => [channel, ANSWER])),
    },
  ],
  ...{ asOf: new Date().toISOString(), changesAt: null, legalSources: null },
} as unknown as ContactPreview;

it.each([
  [
    'en',
    'What it rests on',
    /DOF 2014-10-07.*in force since .*2014.*counsel confirms it.*Nobody sets it aside/,
    /own policy.*A leader may/,
  ],
  [
    'es',
    'En qué se basa',
    /DOF 2014-10-07.*vigente desde .*2014.*lo confirma su abogado.*Nadie/,
    /Política de la casa.*Un líder/,
  ],
  ['cn', '依据', /DOF 2014-10-07.*2014.*须由法律顾问确认.*不可豁免/, /本机构政策.*组长可豁免/],
] as const)(
  'a refusal says in %s what it rests on, since when, and whether one may ask',
  async (language, title, law, house) => {
    const { user } = await openCase(
      (network) => network.on({ call: 'GET contact/preview', answer: () => PREVIEW }),
      language,
    );
    await waitFor(() => expect(document.querySelector('button.guard-window')).not.toBeNull());
    await user.click(document.querySelector('button.guard-window')!);
    await user.click(await screen.findByText(title));
    const sources = await screen.findByRole('region', { name: title });
    expect(within(sources).getByText(law)).toBeTruthy();
    expect(within(sources).getByText(house)).toBeTruthy();
    expectWords();
    await expectAccessible();
  },
);

it('names the text that counsel has read, since when, and who', async () => {
  const legalSources = 'legalHours = Disposiciones, art. 4 | MX | 2014-10-08 | Lic. Ana Ruiz';
  const { user } = await openCase(
    (network) => network.on({ call: 'GET contact/preview', answer: () => ({ ...PREVIEW, legalSources }) }),
    'es',
  );
  await waitFor(() => expect(document.querySelector('button.guard-window')).not.toBeNull());
  await user.click(document.querySelector('button.guard-window')!);
  await user.click(await screen.findByText('En qué se basa'));
  const sources = await screen.findByRole('region', { name: 'En qué se basa' });
  expect(
    within(sources).getByText(/art\. 4 \(MX\); vigente desde .*2014.*Leído en el texto por Lic\. Ana Ruiz/),
  ).toBeTruthy();
});
