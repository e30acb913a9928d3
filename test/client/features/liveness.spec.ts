import { describe, expect, it } from '@jest/globals';
import { readFrame } from '../../../client/features/session/liveness-rules.js';
import { dataUrlBytes } from '../../../client/lib/square-jpeg.js';

describe('the embedded liveness page', () => {
  it.each([400, 401, 403, 404, 408, 409, 410])('fails with code %i', (code) => {
    expect(readFrame({ code })).toEqual({ kind: 'failed' });
    expect(readFrame(JSON.stringify({ code: String(code) }))).toEqual({ kind: 'failed' });
  });

  it('is done when it names its result', () => {
    expect(readFrame({ code: 200, livenessId: 'x1' })).toEqual({ kind: 'done', livenessId: 'x1' });
  });

  it.each([null, 'hello', 7, { type: 'resize' }])('may say %j, which is nothing', (data) => {
    expect(readFrame(data)).toBeNull();
  });
});

it('knows how many bytes a picture has', () => {
  expect(dataUrlBytes(`data:image/jpeg;base64,${'A'.repeat(400)}`)).toBe(300);
});
