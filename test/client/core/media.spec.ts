import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { stubGlobal, unstubGlobals } from '../../support/globals.js';

/** As Chromium has it: who reads a changed query before the next frame keeps its event from coming. */
class Query extends EventTarget {
  #reported = false;
  constructor(private now = false) {
    super();
  }
  get matches(): boolean {
    return (this.#reported = this.now);
  }
  change(): void {
    this.now = !this.now;
  }
  frame(): void {
    if (this.now === this.#reported) return;
    this.#reported = this.now;
    this.dispatchEvent(Object.assign(new Event('change'), { matches: this.now }));
  }
}

describe('a media query', () => {
  const query = new Query();
  beforeEach(() => {
    jest.resetModules();
    stubGlobal('matchMedia', () => query);
  });
  afterEach(() => unstubGlobals());

  it('is heard to change, although a drawing between change and event has asked for it', async () => {
    const { darkMedia } = await import('../../../client/lib/media.js');
    const heard: boolean[] = [];
    darkMedia.follow(() => heard.push(darkMedia.matches()));
    query.change();
    darkMedia.matches();
    query.frame();
    expect(heard).toEqual([true]);
  });
});
