import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ImageCommentRow, PictureList } from '../../../contract/cases/borrowers.js';
import { sql } from '../../../server/platform/db/sql.js';
import { useDesk } from '../../support/site.js';
import { createDesk, openCase, requestId } from '../cases/desk.js';
import { addPicture, borrowerOf, eventsOf, PNG } from './desk.js';

let caseId: number;

const { desk } = useDesk(createDesk);
beforeEach(async () => {
  caseId = await openCase(desk, 'collector');
});

describe('pictures', () => {
  const show = (kind = '') =>
    desk.as.collector.get<PictureList>(`task/userPic/${caseId}${kind && `?kind=${kind}`}`);

  it('are named first, and come one by one, each look written down', async () => {
    expect((await show()).data).toEqual({ pictures: [], image: null });
    await addPicture(desk, caseId, 'FACE', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1]));
    await addPicture(desk, caseId, 'ID_FRONT');
    const takenAt = '2026-01-05T12:00:00.000Z';
    const pictures = [
      { kind: 'ID_FRONT', takenAt },
      { kind: 'FACE', takenAt },
    ];
    expect((await show()).data).toEqual({ pictures, image: null });
    expect((await show('ID_FRONT')).data.image).toBe(`data:image/png;base64,${PNG.toString('base64')}`);
    expect((await show('FACE')).data.image).toMatch(/^data:image\/jpeg;base64,/);
    expect((await show('WORK')).data).toEqual({ pictures, image: null });
    expect(await eventsOf(desk, caseId, 'picture.viewed')).toEqual([
      { caseId, kind: 'ID_FRONT' },
      { caseId, kind: 'FACE' },
    ]);
  });

  it('whose file is gone are as good as not uploaded', async () => {
    const borrowerId = await borrowerOf(desk, caseId);
    await desk.api.rows(sql`
      INSERT INTO borrower_picture (borrower_id, kind, file) VALUES (${borrowerId}, 'LIVE', 'gone.sealed')`);
    expect(await show('LIVE')).toMatchObject({ code: '00', data: { image: null } });
  });
});

describe('comments', () => {
  const comments = async (path: string) => (await desk.as.collector.get<ImageCommentRow[]>(path)).data;

  it('on pictures and on the identity document are kept sealed and apart', async () => {
    const say = (kind: string, comment: string) =>
      desk.as.collector.post('task/imageComment', { taskId: caseId, kind, comment });
    await say('FACE', 'Otra persona');
    await say('ID_FRONT', 'Borrosa');
    await desk.as.leader.post('task/ktp', { taskId: caseId, comment: 'Vencida en 2024' });
    const all = await comments(`task/imageComment?taskId=${caseId}`);
    expect(all).toEqual([
      {
        id: expect.any(Number),
        kind: 'ID_FRONT',
        comment: 'Borrosa',
        author: 'collector',
        at: expect.any(String),
      },
      {
        id: expect.any(Number),
        kind: 'FACE',
        comment: 'Otra persona',
        author: 'collector',
        at: expect.any(String),
      },
    ]);
    expect(await comments(`task/imageComment?taskId=${caseId}&kind=FACE`)).toHaveLength(1);
    expect(await comments(`task/ktp?taskId=${caseId}`)).toMatchObject([
      { kind: null, comment: 'Vencida en 2024', author: 'leader' },
    ]);
    expect(await eventsOf(desk, caseId, 'picture.commented')).toHaveLength(3);
  });

  it('sent again under the same request are one, also at once', async () => {
    const body = { taskId: caseId, kind: 'FACE', comment: 'Una vez', clientRequestId: requestId() };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => desk.as.collector.post<{ id: number }>('task/imageComment', body)),
    );
    expect(new Set(answers.map(({ code, data }) => `${code} ${data.id}`)).size).toBe(1);
    expect(await comments(`task/imageComment?taskId=${caseId}`)).toHaveLength(1);
  });
});
