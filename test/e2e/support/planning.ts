import { expect, type Page } from '@playwright/test';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import { schedule, serial } from '../../support/schedule-file.js';

/** Those whose days a leader plans, and the queue of the one who is signed in beside the leader. */
export interface Team {
  queue: { id: string; code: string; name: string };
  /** Gets what is handed out. */
  taker: { id: string; username: string };
  /** A collector of the same queue, who rests today and gives cases up. */
  giver: { id: string; username: string; name: string };
  usernames: string[];
}

export const CASES = 320;
/** The plan's wish for CASES at 100 to 300 for each, and the heads that it expects. */
export const SEATS = 2;
const WEEKS_AHEAD = 26;

/** The demo's day, which may be another than this computer's. */
export const today = () => businessDay(new Date(process.env['RECOUP_CLOCK_AT'] ?? Date.now()));

export async function teamOf(leader: Page, takerName: string): Promise<Team> {
  // Others that tests have added and let go of are of no plan.
  await leader.goto('/#/users?role=member&status=enabled');
  const rows = leader.locator('.ag-row:has(a[href^="#/user/"])');
  await expect(rows.nth(1)).toBeVisible();
  const people = await Promise.all(
    (await rows.all()).map(async (row) => ({
      id: (await row.locator('a[href^="#/user/"]').getAttribute('href'))!.split('/').at(-1)!,
      name: (await row.locator('[col-id=name]').innerText()).trim(),
      username: (await row.locator('[col-id=username]').innerText()).trim(),
      queue: (await row.locator('[col-id=queueName]').innerText()).trim(),
    })),
  );
  const taker = people.find(({ name }) => name === takerName)!;
  const giver = people.find(({ queue, name }) => queue === taker.queue && name !== takerName)!;
  await leader.goto('/#/queue?type=AUTOMATIC');
  const row = leader.locator('.ag-row:has(a[href^="#/queue/list/"])', { hasText: taker.queue });
  const id = (await row.locator('a').first().getAttribute('href'))!.split('/').at(-1)!;
  const code = (await row.locator('[col-id=code]').innerText()).trim();
  const usernames = people.map(({ username }) => username);
  return { queue: { id, code, name: taker.queue }, taker, giver, usernames };
}

/** Half a year of the team's days in a workbook: all are on duty, but the giver rests today. */
export function weeksOf({ queue, giver, usernames }: Team) {
  const days = Array.from({ length: 7 * WEEKS_AHEAD }, (_, at) => addDays(today(), at));
  const plan = days.map((day) => [serial(day), queue.code, CASES, 20, 100, 300, 1, 5, SEATS]);
  const people = days.flatMap((day) =>
    usernames.map((username) => {
      const rests = username === giver.username && day === today();
      return [serial(day), username, rests ? 'REST' : 'ON_DUTY'];
    }),
  );
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return {
    file: { name: 'weeks.xlsx', mimeType, buffer: schedule(plan, people) },
    counts: { plan: plan.length, people: people.length },
  };
}

/** Writes down each text that appears on the page where `selector` leads, also one that goes at once. */
export async function watchTexts(page: Page, selector: string): Promise<() => Promise<string[]>> {
  const name = JSON.stringify(selector);
  await page.evaluate(`
    (window.seenTexts ??= {})[${name}] = [];
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll(${name}))
        if (!window.seenTexts[${name}].includes(textContent)) window.seenTexts[${name}].push(textContent);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  `);
  return () => page.evaluate<string[]>(`window.seenTexts[${name}]`);
}
