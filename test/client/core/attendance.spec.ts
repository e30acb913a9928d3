import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { stubGlobal, unstubGlobals } from '../../support/globals.js';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const START = Date.parse('2026-03-02T15:00:00Z');

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  jest.useFakeTimers({ now: START });
  stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  jest.resetModules();
});
afterEach(() => {
  jest.useRealTimers();
  unstubGlobals();
});

/** A tab of the browser, just opened. */
const tab = () => import('../../../client/lib/attendance.js');
const wait = (milliseconds: number) => jest.setSystemTime(Date.now() + milliseconds);

describe('the attendance of a page', () => {
  it('stands behind what is asked within a minute of an act, and nothing after', async () => {
    const { attends, noteAct } = await tab();
    expect(attends()).toBe(true);
    wait(MINUTE);
    expect(attends()).toBe(false);
    noteAct();
    expect(attends()).toBe(true);
  });

  it('leaves the session twelve hours from the last request of a person, whatever the page asks itself', async () => {
    const { attends, idleLeft } = await tab();
    attends();
    for (let polls = 0; polls < 12 * 12; polls++) {
      wait(5 * MINUTE);
      expect(attends()).toBe(false);
    }
    expect(idleLeft()).toBe(0);
    wait(1);
    expect(idleLeft()).toBeLessThan(0);
  });

  it('asks to be heard when somebody acts for long without a request', async () => {
    const { attends, noteAct } = await tab();
    attends();
    wait(4 * MINUTE);
    expect(noteAct()).toBe(false);
    wait(MINUTE);
    expect(noteAct()).toBe(true);
    attends();
    expect(noteAct()).toBe(false);
  });

  it('is one for all tabs of a browser', async () => {
    const idle = await tab();
    idle.attends();
    jest.resetModules();
    const used = await tab();
    wait(11 * HOUR);
    used.noteAct();
    used.attends();
    wait(2 * HOUR);
    expect(idle.idleLeft()).toBe(10 * HOUR);
  });
});

describe('a call', () => {
  const sent = async () => {
    const fetched = jest.fn((_url: string, _init: RequestInit) => Promise.resolve(new Response('{}')));
    stubGlobal('fetch', fetched);
    const { send } = await import('../../../client/api/http.js');
    return async () => {
      await send({ path: 'task/listing' });
      return (fetched.mock.lastCall![1].headers as Record<string, string>)['x-unattended'];
    };
  };

  it('says when nobody is behind it', async () => {
    const header = await sent();
    expect(await header()).toBeUndefined();
    wait(2 * MINUTE);
    expect(await header()).toBe('1');
    (await tab()).noteAct();
    expect(await header()).toBeUndefined();
  });
});
