import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import { toneWav } from '../../../server/seeds/generators/tone.js';
import { heardOnLeg, loudnessOf } from '../../features/listening/tones.js';
import { account } from '../support/accounts.js';
import { enter, openBrowser } from '../support/browsers.js';
import { openCallable } from '../support/collector.js';
import { test } from '../support/test.js';
import { wordsOf } from '../support/words.js';

const [AGENT, CUSTOMER, SUPERVISOR] = [440, 620, 1000];
const say = wordsOf('en');

/** Everything that is played in the page passes a meter, too. */
const METER = `
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (to, ...rest) {
    const context = this.context;
    if (to === context.destination && this instanceof GainNode) {
      context.meter ??= new AnalyserNode(context, { fftSize: 8192, smoothingTimeConstant: 0 });
      window.meter = context.meter;
      connect.call(this, context.meter);
    }
    return connect.call(this, to, ...rest);
  };
  window.loudness = (hertz) => {
    const meter = window.meter;
    if (!meter) return -Infinity;
    const levels = new Float32Array(meter.frequencyBinCount);
    meter.getFloatFrequencyData(levels);
    return levels[Math.round((hertz * meter.fftSize) / meter.context.sampleRate)];
  };`;

/** In decibels, by the browser's own analyser. */
const loudness = (page: Page, hertz: number) => page.evaluate<number>(`window.loudness(${hertz})`);

test('a supervisor listens, whispers and barges in, by what each of them hears', async ({ browser }) => {
  const tone = join(mkdtempSync(join(tmpdir(), 'tone-')), 'tone.wav');
  writeFileSync(tone, toneWav(SUPERVISOR!));
  const speaking = await chromium.launch({
    executablePath: process.env['RECOUP_CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${tone}`,
    ],
  });
  try {
    const maria = await enter(browser, account('member'));
    const lucia = await openBrowser(speaking, 'en', account('supervisor'));
    await lucia.addInitScript({ content: METER });
    await openCallable(maria);
    const made = maria.waitForResponse(/softPhone\/makeCall/);
    await maria.keyboard.press('c');
    const { data } = (await (await made).json()) as { data: { callId: number } };
    await expect(maria.locator('.call-panel').getByRole('status')).toHaveText(say('calls:state.ANSWERED'));

    await lucia.goto(`/#/listening?call=${data.callId}`);
    const name = account('member').name;
    await lucia.getByRole('button', { name: say('listening:with.LISTEN', { name }) }).press('Enter');
    await expect(maria.getByText(/listens to your call/)).toBeVisible();
    await expect.poll(() => loudness(lucia, AGENT!)).toBeGreaterThan(-40);
    await expect.poll(() => loudness(lucia, CUSTOMER!)).toBeGreaterThan(-40);
    expect(await loudness(lucia, SUPERVISOR!)).toBeLessThan(-50);

    const legs = async () => {
      const heard = await Promise.all(
        (['agent', 'customer'] as const).map((side) =>
          heardOnLeg(process.env['SANDBOX_URL']!, data.callId, side),
        ),
      );
      return heard.map((sound) => loudnessOf(sound, SUPERVISOR!) > 300);
    };
    await lucia.getByRole('button', { name: say('listening:with.WHISPER', { name }) }).press('Enter');
    await expect(maria.getByText(/the customer does not hear it/)).toBeVisible();
    await expect.poll(legs).toEqual([true, false]);

    await lucia.getByRole('button', { name: say('listening:with.BARGE', { name }) }).press('Enter');
    await expect(maria.getByText(/speaks in your call/)).toBeVisible();
    await expect.poll(legs).toEqual([true, true]);

    await maria.locator('.call-button-end').press('Enter');
    await expect(lucia.getByText(say('listening:trouble.CALL'))).toBeVisible();
    await expect(maria.getByText(/speaks in your call/)).toBeHidden();
  } finally {
    await speaking.close();
  }
});
