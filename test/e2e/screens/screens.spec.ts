import { readdirSync } from 'node:fs';
import { expect, type Browser, type Page } from '@playwright/test';
import type { Language, Role } from '../../../contract/codes.js';
import { account } from '../support/accounts.js';
import { expectNothing } from '../support/axe.js';
import { openBrowser } from '../support/browsers.js';
import { expectFits } from '../support/fits.js';
import { linkIn, settled } from '../support/places.js';
import { signIn } from '../support/sign-in.js';
import { test } from '../support/test.js';
import { keysOf, wordsOf } from '../support/words.js';
import { ELSEWHERE, type Lead, type Place, PLACES } from './places.js';

/** Every screen is opened: in Spanish, which has the longest words, by axe and for what does not fit; those of the journeys in Chinese as well. */

/** The client is compiled for browsers: only Playwright's own loader reads it. */
const ROUTER: string = '../../../client/app/router.js';
const ROLES = Object.keys(PLACES) as Role[];

type Look = (address: string, words: readonly string[]) => Promise<void>;

test('the list of screens has all routes', async () => {
  const { ROUTES } = (await import(ROUTER)) as { ROUTES: readonly { path: string }[] };
  const opened = Object.values(PLACES).flat().flatMap(addressesOf);
  const missing = ROUTES.filter(({ path }) => {
    const route = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);
    return !ELSEWHERE[path] && !opened.some((address) => route.test(address));
  });
  // A day of a person is the person's screen at another address.
  expect(missing.map(({ path }) => path).filter((path) => !path.endsWith('/:date'))).toEqual([]);
  const files = readdirSync(new URL('..', import.meta.url), { recursive: true });
  expect(files).toEqual(expect.arrayContaining(Object.values(ELSEWHERE)));
});

for (const role of ROLES)
  test(`axe finds nothing on the screens of a ${role}`, async ({ browser }) => {
    test.slow();
    const page = await pageOf(browser, role);
    const look = lookIn('es');
    for (const place of PLACES[role])
      await visit(page, place, async (address, words) => {
        await look(page, address, words);
        await expectNothing(page, address);
      });
  });

for (const role of ROLES.filter((one) => PLACES[one].some(isOfJourney)))
  test(`the screens that a ${role} works on are in Chinese`, async ({ browser }) => {
    const page = await openBrowser(browser, 'cn', account(role));
    const look = lookIn('cn');
    for (const place of PLACES[role].filter(isOfJourney))
      await visit(page, place, (address, words) => look(page, address, words));
  });

/** The administrator comes by the form: a sign-in is seen on the sign-in page, and in the list of sign-ins. */
async function pageOf(browser: Browser, role: Role): Promise<Page> {
  if (role !== 'admin') return openBrowser(browser, 'es', account(role));
  const page = await openBrowser(browser, 'es');
  await page.goto('/#/login');
  await expect(page.locator('input[name=username]')).toBeVisible();
  await expectNothing(page, 'sign-in');
  await signIn(page, account(role));
  return page;
}

/** A screen, and those that it leads to. */
async function visit(page: Page, place: Place & Pick<Lead, 'stays'>, look: Look): Promise<void> {
  const { words = [], leads = [], stays = false, id } = place;
  const at = id ? `${place.at}${await id(page)}` : place.at;
  await test.step(at, async () => {
    await settled(page, at, { stays });
    await look(at, words);
    const links = await Promise.all(leads.map(({ to }) => linkIn(page, to)));
    for (const [index, { to, as = to, more, ...lead }] of leads.entries()) {
      const address = links[index]!.replace(to, as);
      await visit(page, { ...lead, at: more ? `${address}?${more}` : address }, look);
    }
  });
}

/** In words of this language, and within the window. */
function lookIn(
  language: Language,
): (page: Page, address: string, words: readonly string[]) => Promise<void> {
  const say = wordsOf(language);
  const keys = keysOf(language);
  return async (page, address, words) => {
    const main = page.locator('main');
    for (const word of words.map((key) => say(key)))
      await expect.soft(main.getByText(word).or(main.getByLabel(word)), address).not.toHaveCount(0);
    await expect.soft(page, address).toHaveTitle(new RegExp(`. · ${say('common:product')}$`));
    const shown = (await page.locator('body').innerText()).split(/\s+/);
    expect
      .soft(
        shown.filter((word) => keys.has(word)),
        `${address}: keys instead of words`,
      )
      .toEqual([]);
    await expectFits(page, address);
  };
}

function isOfJourney({ words, leads = [] }: Pick<Place, 'words' | 'leads'>): boolean {
  return words !== undefined || leads.some(isOfJourney);
}

/** Every address of a place, with an id for each link. */
function addressesOf({ at, leads = [], id }: Place): string[] {
  const path = id ? idsOf(at) : at.split('?')[0]!;
  return [
    `/${path}`,
    ...leads.flatMap(({ to, as = to, ...lead }) => addressesOf({ ...lead, at: idsOf(as) })),
  ];
}

function idsOf(to: string): string {
  return to === 'task/' ? 'task/1/1' : `${to}1`;
}
