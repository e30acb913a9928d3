import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import {
  ScheduleDay,
  ScheduleQuery,
  SeatStatusChange,
  type ScheduleRow,
} from '../../../contract/team/schedules.js';
import { openApp, useBrowser } from './support/app.js';
import { expectWords } from './support/screen.js';

useBrowser();

const TODAY = businessDay(new Date());
const LAST = addDays(TODAY, 2);
const ROW: ScheduleRow = {
  ...{ day: TODAY, userId: 7, name: 'Ana', username: 'ana', queueName: 'Early' },
  ...{ status: 'ON_DUTY', version: null, releaseAt: null, released: false },
};
const SET = 'POST workSchedule/updateStatus';

it.each([
  ['en', 'More', 'Away for several days', '1 person away for several days', 'As', 'Rest', 'Last day'],
  ['es', 'Más', 'Ausente varios días', '1 persona ausente varios días', 'Como', 'Descanso', 'Último día'],
  ['cn', null, '多日离岗', '1 人多日离岗', '状态为', '休息', '最后一天'],
] as const)(
  'a person is away for several days in %s',
  async (language, more, act, title, as, rest, until) => {
    const { network, user } = await openApp({
      ...{ at: '/seatingSchedule', role: 'leader', language },
      answers: (given) =>
        given
          .on({
            call: 'GET workSchedule/list',
            query: ScheduleQuery,
            answer: () => ({ result: [ROW], totalCount: 1 }),
          })
          .on({ call: 'GET workSchedule/dutySum', query: ScheduleDay, answer: () => [] })
          .on({ call: 'GET workSchedule/agentPrediction', query: ScheduleDay, answer: () => [] })
          .on({ call: SET, body: SeatStatusChange, answer: () => ({ released: 0, days: 3 }) }),
    });
    await screen.findByText('Ana');
    // The acts of a row stand side by side where their words are short.
    if (more) await user.click(await screen.findByRole('button', { name: more }));
    await user.click(await screen.findByRole(more ? 'menuitem' : 'button', { name: act }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(title)).toBeTruthy();
    await user.click(dialog.getByRole('combobox', { name: as }));
    await user.click(await screen.findByTitle(rest));
    await user.type(dialog.getByRole('textbox', { name: until }), `${LAST}{Enter}`);
    expectWords();
    await user.click(dialog.getByRole('button', { name: act }));
    await waitFor(() =>
      expect(network.sent(SET)).toEqual([
        {
          ...{ userId: 7, day: TODAY, version: null, status: 'REST', until: LAST },
          clientRequestId: expect.any(String),
        },
      ]),
    );
  },
);
