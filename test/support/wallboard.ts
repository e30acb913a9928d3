import { expect } from '@jest/globals';
import type { WallboardOpened, WallboardPairing, WallboardToken } from '../../contract/session.js';
import type { Client } from './org.js';
import { Browser } from './sign-in.js';
import type { Api } from './stack.js';

export const WALL = { label: 'Main floor', days: 30 };

/** A screen without a person, which waits for a leader. */
export class Wall {
  readonly browser: Browser;

  constructor(api: Api) {
    this.browser = new Browser(api);
  }

  async show(): Promise<WallboardPairing> {
    const { code, data } = await this.browser.call<WallboardPairing>('POST', 'dashboard/kioskPairing');
    expect(code).toBe('00');
    return data;
  }

  async fetch({ secret }: Pick<WallboardPairing, 'secret'>): Promise<WallboardOpened> {
    return (await this.browser.call<WallboardOpened>('POST', 'dashboard/kioskOpen', { secret })).data;
  }
}

/** Opens a wall by a leader's entry of its digits, step by step. */
export async function openWall(
  api: Api,
  leader: Client,
  form = WALL,
): Promise<{ sessionId: number; token: string; groupId: number }> {
  const wall = new Wall(api);
  const shown = await wall.show();
  const entered = await leader.post<WallboardToken>('dashboard/kioskToken', { ...form, code: shown.code });
  expect(entered.code).toBe('00');
  const opened = await wall.fetch(shown);
  if (opened.state !== 'OPEN') throw new Error(`The wall is ${opened.state}`);
  return { ...entered.data, token: opened.token };
}
