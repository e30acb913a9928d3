import { expect } from '@jest/globals';
import type { ScheduleUpload } from '../../../contract/team/schedules.js';
import { eventually } from '../../support/eventually.js';
import type { Client } from '../../support/org.js';

export { fileOf, schedule, serial, sheetOf, type Cells } from '../../support/schedule-file.js';

/** The upload's result. */
export async function sent(who: Client, bytes: Buffer): Promise<ScheduleUpload> {
  const { code, data } = await who.upload<{ uploadId: number }>('workSchedule/upload', bytes, 'week.xlsx');
  expect(code).toBe('00');
  return eventually(async () => {
    const answer = await who.get<ScheduleUpload>(`workSchedule/uploadResult/${data.uploadId}`);
    expect(['APPLIED', 'REFUSED']).toContain(answer.data.status);
    return answer.data;
  }, 60_000);
}
