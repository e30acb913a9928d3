import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { RecordingInfo } from '../../../contract/supervision/recordings.js';
import { Config } from '../../../server/platform/config/config.js';
import { sql } from '../../../server/platform/db/sql.js';
import { SealedFiles } from '../../../server/platform/files/sealed-files.js';
import { toneWav } from '../../../server/seeds/generators/tone.js';
import { answerOf } from '../../support/http.js';
import { useDesk } from '../../support/site.js';
import { createCallDesk, NOON, recordedCall } from '../calls/desk.js';
import { openCase, requestId, type DeskPerson } from '../cases/desk.js';

/** Three chunks and a part of one. */
const SOUND = toneWav(440, 25);

let files: SealedFiles;
const { desk } = useDesk(createCallDesk, { clock: NOON });
beforeAll(async () => {
  files = desk.api.get(SealedFiles);
});

async function callWith(sound: Buffer = SOUND, name?: string): Promise<number> {
  const caseId = await openCase(desk, 'collector');
  const callId = await recordedCall(desk, { caseId, ownerId: desk.people.collector.id });
  const recording = await files.keep('recordings', sound, name);
  await desk.api.rows(sql`UPDATE phone_call SET recording = ${recording} WHERE id = ${callId}`);
  return callId;
}
const ask = (callId: number, range?: string, listen?: string, who: DeskPerson = 'collector') => {
  const path = `/api/softPhone/downLoadVoice?callId=${callId}${listen ? `&listen=${listen}` : ''}`;
  const request = desk.as[who].agent.get(path).responseType('blob');
  return range ? request.set('range', range) : request;
};
const about = async (callId: number, who: DeskPerson = 'collector') =>
  (await desk.as[who].get<RecordingInfo>(`softPhone/recording?callId=${callId}`)).data;
const heard = async (callId: number) =>
  (
    await desk.api.rows<{ n: number }>(sql`
      SELECT COUNT(*) AS n FROM behaviour_record WHERE type = 'PLAY_RECORDING' AND detail = ${`call ${callId}`}`)
  )[0]!.n;

describe('a recording', () => {
  it('is streamed from anywhere, over the seams of its chunks', async () => {
    const callId = await callWith();
    const whole = await ask(callId);
    expect(whole.status).toBe(200);
    expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-type': 'audio/wav' });
    expect(SOUND.equals(whole.body as Buffer)).toBe(true);
    for (const [range, from, end] of [
      ['bytes=0-', 0, SOUND.length],
      ['bytes=65530-65541', 65_530, 65_542],
      ['bytes=131072-', 131_072, SOUND.length],
      ['bytes=-100', SOUND.length - 100, SOUND.length],
    ] as const) {
      const part = await ask(callId, range);
      expect(part.status).toBe(206);
      expect(part.headers['content-range']).toBe(`bytes ${from}-${end - 1}/${SOUND.length}`);
      expect(SOUND.subarray(from, end).equals(part.body as Buffer)).toBe(true);
    }
  });

  it('has nothing beyond its end, and does not mix with another file', async () => {
    const callId = await callWith();
    const beyond = await ask(callId, `bytes=${SOUND.length}-`);
    expect(beyond.status).toBe(416);
    expect(beyond.headers['content-range']).toBe(`bytes */${SOUND.length}`);
    expect(await heard(callId)).toBe(0);
    const other = await ask(callId, 'bytes=0-9').set('if-range', '"another"');
    expect(other.status).toBe(200);
    const same = await ask(callId, 'bytes=0-9').set('if-range', `"call-${callId}"`);
    expect(same.status).toBe(206);
  });

  it('that is MP3 or Ogg is told as that', async () => {
    for (const [head, type, ending] of [
      ['ID3', 'audio/mpeg', 'mp3'],
      ['OggS', 'audio/ogg', 'ogg'],
    ] as const) {
      const callId = await callWith(Buffer.concat([Buffer.from(head), Buffer.alloc(500)]));
      const { headers } = await ask(callId, 'bytes=0-');
      expect(headers['content-type']).toBe(type);
      expect(headers['content-disposition']).toContain(`call-${callId}.${ending}`);
      expect((await about(callId)).sound).toEqual({
        type,
        bytes: 500 + head.length,
        seconds: null,
        peaks: null,
      });
    }
  });

  it('from before the chunks is heard all the same, and brought into them', async () => {
    const callId = await callWith(SOUND, `old-${requestId()}.sealed`);
    const parts = await Promise.all(['bytes=0-9', 'bytes=100000-100009'].map((range) => ask(callId, range)));
    expect(parts.map(({ body }) => (body as Buffer).toString('hex'))).toEqual(
      [0, 100_000].map((at) => SOUND.subarray(at, at + 10).toString('hex')),
    );
    const [{ recording }] = (await desk.api.rows<{ recording: string }>(sql`
      SELECT recording FROM phone_call WHERE id = ${callId}`)) as [{ recording: string }];
    expect(recording).toMatch(/\.chunks\.sealed$/);
    expect(SOUND.equals((await files.open('recordings', recording))!)).toBe(true);
  });

  it('one of whose chunks was changed, moved or cut off is not played', async () => {
    const name = await files.keep('recordings', SOUND);
    const path = join(desk.api.get(Config).dataDir, 'files', 'recordings', name);
    const sealed = await readFile(path);
    const chunk = 65_536 + 29;
    const swapped = Buffer.from(sealed);
    sealed.copy(swapped, 9, 9 + chunk, 9 + 2 * chunk);
    sealed.copy(swapped, 9 + chunk, 9, 9 + chunk);
    const longer = Buffer.from(sealed);
    longer[8] = longer[8]! - 1;
    for (const wrong of [swapped, longer, sealed.subarray(0, -chunk)]) {
      await writeFile(path, wrong);
      await expect(files.open('recordings', name)).rejects.toThrow();
    }
    const other = await files.keep('recordings', SOUND);
    await writeFile(join(path, '..', other), sealed);
    await expect(files.open('recordings', other)).rejects.toThrow();
  });
});

describe('listening', () => {
  it('is one record for all ranges of one listening', async () => {
    const callId = await callWith();
    const [first, second] = [requestId(), requestId()];
    const ranges = ['bytes=0-', 'bytes=70000-', 'bytes=140000-', 'bytes=5-9', 'bytes=9-99'];
    await Promise.all(ranges.map((range) => ask(callId, range, first)));
    expect(await heard(callId)).toBe(1);
    await ask(callId, 'bytes=0-', second);
    await ask(callId, 'bytes=0-', first, 'leader');
    expect(await heard(callId)).toBe(3);
    await ask(callId);
    await ask(callId);
    expect(await heard(callId)).toBe(5);
  });

  it('is seen by those who may, and reading about a recording is none', async () => {
    const callId = await callWith();
    await ask(callId, 'bytes=0-', requestId());
    const byLeader = await about(callId, 'leader');
    expect(byLeader.listens).toEqual([{ by: 'collector', at: expect.any(String) }]);
    expect((await about(callId)).listens).toBeNull();
    const events = await desk.api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'recording.listened' ORDER BY id`);
    const told = events.map(({ payload }) => JSON.parse(payload) as { callId: number; listenerId: number });
    expect(told.filter((each) => each.callId === callId)).toMatchObject([
      { listenerId: desk.people.collector.id },
    ]);
    expect(await heard(callId)).toBe(1);
  });
});

describe('what is told of a recording', () => {
  it('is its wave and its length', async () => {
    const { state, sound } = await about(await callWith());
    expect(state).toBe('READY');
    expect(sound).toMatchObject({ type: 'audio/wav', bytes: SOUND.length, seconds: 26 });
    expect(Buffer.from(sound!.peaks!, 'base64')).toHaveLength(260);
  });

  it.each([
    ['that is on its way', 1, true, 'PENDING'],
    ['that never came', 60, true, 'MISSING'],
    ['of a call that nobody answered', 60, false, 'NONE'],
  ])('%s says so', async (_, minutesAgo, isAnswered, state) => {
    const callId = await callWith();
    const at = new Date(Date.parse(NOON) - minutesAgo * 60_000);
    await desk.api.rows(sql`
      UPDATE phone_call SET recording = NULL, answered_at = ${isAnswered ? at : null}, ended_at = ${at}
      WHERE id = ${callId}`);
    expect(await about(callId)).toMatchObject({ state, sound: null });
    expect(
      (await answerOf(desk.as.collector.agent.get(`/api/softPhone/downLoadVoice?callId=${callId}`))).code,
    ).toBe('21');
  });

  it('whose file is gone says that, too', async () => {
    const callId = await callWith();
    await desk.api.rows(sql`UPDATE phone_call SET recording = 'gone.chunks.sealed' WHERE id = ${callId}`);
    expect(await about(callId)).toMatchObject({ state: 'MISSING', sound: null });
  });
});

describe('a note', () => {
  it('stands at its second, once, sealed, and is read by who may hear the call', async () => {
    const callId = await callWith();
    const note = { callId, second: 12, text: 'Promises <b>to pay</b>', clientRequestId: requestId() };
    const first = await desk.as.leader.post<{ id: number }>('softPhone/recordingNote', note);
    const again = await desk.as.leader.post('softPhone/recordingNote', note);
    expect(again.data).toEqual(first.data);
    expect((await about(callId)).notes).toEqual([
      { id: first.data.id, second: 12, text: note.text, by: 'leader', at: expect.any(String) },
    ]);
    const [row] = await desk.api.rows<{ text: Buffer }>(sql`
      SELECT text_enc AS text FROM recording_note WHERE call_id = ${callId}`);
    expect(row!.text.includes('Promises')).toBe(false);
  });

  it('is not written without the permission, nor on what has no recording', async () => {
    const callId = await callWith();
    const note = { callId, second: 1, text: 'x', clientRequestId: requestId() };
    expect((await desk.as.collector.post('softPhone/recordingNote', note)).code).toBe('20');
    await desk.api.rows(sql`UPDATE phone_call SET recording = NULL WHERE id = ${callId}`);
    expect((await desk.as.leader.post('softPhone/recordingNote', note)).code).toBe('21');
    expect((await desk.as.leader.post('softPhone/recordingNote', { ...note, second: -1 })).code).toBe('22');
  });

  it('is refused beyond the recording’s end, whoever has measured it', async () => {
    const note = { text: 'x', clientRequestId: requestId() };
    const wave = await callWith();
    const by = (more: object) =>
      desk.as.leader.post('softPhone/recordingNote', { ...note, clientRequestId: requestId(), ...more });
    const refused = { code: '22', message: 'The recording ends after 26 seconds' };
    for (const second of [27, 86_000]) expect(await by({ callId: wave, second })).toMatchObject(refused);
    expect(await by({ callId: wave, second: 26 })).toMatchObject({ code: '00' });
    expect((await about(wave)).notes.map(({ second }) => second)).toEqual([26]);
    // An MP3 is measured by players alone: its call of ten seconds is what it cannot outlast.
    const mp3 = await callWith(Buffer.concat([Buffer.from('ID3'), Buffer.alloc(500)]));
    await desk.api.rows(sql`
      UPDATE phone_call SET answered_at = ${new Date(Date.parse(NOON) - 10_000)}, ended_at = ${new Date(NOON)}
      WHERE id = ${mp3}`);
    expect((await by({ callId: mp3, second: 11 })).code).toBe('22');
    expect((await by({ callId: mp3, second: 10 })).code).toBe('00');
  });
});
