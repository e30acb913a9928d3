import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ListenRequest, type LiveCall } from '../../../contract/supervision/listening.js';
import { stubGlobal } from '../../support/globals.js';
import { openApp, useBrowser } from './support/app.js';
import { push } from './support/push.js';
import { expectAccessible, goneTo } from './support/screen.js';

useBrowser();

const call = (callId: number, change: Partial<LiveCall> = {}): LiveCall => ({
  ...{
    callId,
    version: 1,
    state: 'ANSWERED',
    agentId: 7,
    agentName: `Agent ${callId}`,
    contactRelation: 'R01',
  },
  ...{ calledNumber: '••••', taskId: callId, orderId: `L-${callId}`, answerTime: null },
  callTime: new Date(Date.now() - 125_000 - callId).toISOString(),
  ...change,
});

/** The browser's sound, of which happy-dom has none: nodes that lead to each other, and a microphone. */
function stubSound() {
  const track = { enabled: true, stop: () => undefined };
  const gains: { gain: { value: number } }[] = [];
  class Part {
    fftSize = 8;
    port = {};
    connect<To>(to: To): To {
      return to;
    }
    getFloatTimeDomainData(samples: Float32Array): void {
      samples.fill(0.5);
    }
  }
  class Gain extends Part {
    gain: { value: number };
    constructor(_: unknown, { gain }: { gain: number }) {
      super();
      this.gain = { value: gain };
      gains.push(this);
    }
  }
  class Context extends Part {
    currentTime = 0;
    destination = new Part();
    audioWorklet = { addModule: () => Promise.resolve() };
    createMediaStreamSource = () => new Part();
    close = () => Promise.resolve();
  }
  stubGlobal('AudioContext', Context);
  stubGlobal('AnalyserNode', Part);
  stubGlobal('GainNode', Gain);
  stubGlobal('AudioWorkletNode', Part);
  const mediaDevices = { getUserMedia: () => Promise.resolve({ getTracks: () => [track] }) };
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true });
  return { track, volume: () => gains.at(-1)!.gain.value };
}

async function openCalls(calls: readonly LiveCall[], at = '/listening') {
  const sent: string[] = [];
  const note = (mode: string) => ({
    call: `POST softPhone/${mode}`,
    body: ListenRequest,
    answer: ({ body: { callId } }: { body: ListenRequest }) => {
      sent.push(`${mode} ${callId}`);
      return mode === 'leave' ? null : { ticket: 't', shown: true };
    },
  });
  const opened = await openApp({
    at,
    role: 'supervisor',
    answers: (network) => {
      network.on({ call: 'GET softPhone/liveCalls', answer: () => calls });
      for (const mode of ['listen', 'whisper', 'barge', 'leave']) network.on(note(mode));
    },
  });
  await screen.findByText('Agent 1');
  return { ...opened, sent };
}

const focused = () => document.activeElement?.closest('tr')?.dataset['call'];

describe('running calls', () => {
  it('show how long they run and what they are about', async () => {
    await openCalls([call(1), call(2, { taskId: null, orderId: null })]);
    const [, first, second] = screen.getAllByRole('row');
    expect(within(first!).getByText(/^2:0[5-9]$/)).toBeTruthy();
    expect(within(first!).getByRole('link', { name: 'L-1' }).getAttribute('href')).toBe('#/task/1/L-1');
    expect(within(second!).queryByRole('link')).toBeNull();
    await waitFor(() => expect(within(first!).queryByText('2:05')).toBeNull(), { timeout: 3_000 });
    await expectAccessible();
  });

  it('are entered, changed and left by keys', async () => {
    stubSound();
    const { user, sent } = await openCalls([call(1), call(2), call(3, { state: 'RINGING' })]);
    await user.keyboard('jj');
    expect(focused()).toBe('2');
    await user.keyboard('l');
    await screen.findByText('You listen to Agent 2');
    await user.keyboard('j');
    expect(focused()).toBe('3');
    await user.keyboard('l');
    await user.keyboard('kb');
    await screen.findByText('Agent 2 and the customer hear you');
    await user.keyboard('x');
    await waitFor(() => expect(screen.queryByText('The collector sees it.')).toBeNull());
    expect(sent).toEqual(['listen 2', 'barge 2', 'leave 2']);
  });

  it('are those that a link names, when none is chosen', async () => {
    stubSound();
    const { user, sent } = await openCalls([call(1), call(2)], '/listening?call=1');
    await user.keyboard('l');
    await screen.findByText('You listen to Agent 1');
    push('liveCalls.changed', { calls: [call(1, { version: 2, state: 'ENDED' })] });
    await waitFor(() => expect(screen.queryByRole('link', { name: 'L-1' })).toBeNull());
    expect(sent).toEqual(['listen 1']);
  });

  it('are as loud as wanted, and the microphone can be muted while they go on', async () => {
    const { track, volume } = stubSound();
    const { user } = await openCalls([call(1)]);
    await user.click(screen.getByRole('button', { name: 'Whisper to Agent 1' }));
    const bar = await screen.findByRole('region', { name: 'Running calls' });
    await user.keyboard('m');
    await within(bar).findByRole('button', { name: 'Unmute', pressed: true });
    expect(track.enabled).toBe(false);
    await user.keyboard('m');
    await within(bar).findByRole('button', { name: 'Mute' });
    expect(track.enabled).toBe(true);
    const slider = within(bar).getByRole('slider', { name: 'Volume' });
    slider.focus();
    expect(volume()).toBe(1);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(slider, '0.5');
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await waitFor(() => expect(volume()).toBe(0.5));
    await waitFor(() =>
      expect(
        within(bar)
          .getAllByRole('meter')
          .map((each) => (each as HTMLMeterElement).value),
      ).toEqual([0.5, 0.5]),
    );
    await user.click(within(bar).getByRole('link', { name: 'L-1' }));
    await goneTo('/task/1/L-1');
  });
});
