import { get, type IncomingMessage } from 'node:http';

const RATE = 8_000;

/** 16 bit, as a browser sends it. */
export function toneOf(hertz: number, samples: number): Buffer {
  const tone = Int16Array.from(
    { length: samples },
    (_, n) => 8_000 * Math.sin((2 * Math.PI * hertz * n) / RATE),
  );
  return Buffer.from(tone.buffer);
}

/** How loud one frequency is in it, by Goertzel: the tone's amplitude. */
export function loudnessOf(samples: ArrayLike<number>, hertz: number, rate = RATE): number {
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / rate);
  let [before, last] = [0, 0];
  for (let n = 0; n < samples.length; n++) [before, last] = [last, samples[n]! + turn * last - before];
  const power = before ** 2 + last ** 2 - turn * before * last;
  return (2 * Math.sqrt(Math.max(0, power))) / samples.length;
}

/** Sound that one side of a call receives from now on, a second and a half of it. */
export async function heardOnLeg(
  sandboxUrl: string,
  callId: number,
  side: 'agent' | 'customer',
): Promise<Int16Array> {
  const url = `${sandboxUrl}/telephone/calls/call-${callId}/legs/${side}`;
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get(url, resolve).on('error', reject),
  );
  const samples: number[] = [];
  for await (const part of answer as AsyncIterable<Buffer>) {
    for (let at = 0; at + 1 < part.length; at += 2) samples.push(part.readInt16LE(at));
    if (samples.length >= 12_000) break;
  }
  answer.destroy();
  return Int16Array.from(samples);
}
