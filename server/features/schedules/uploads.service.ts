import { Injectable } from '@nestjs/common';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type TxActor } from '../../platform/db/unit-of-work.js';

@Injectable()
export class ScheduleUploadsService {
  constructor(private readonly uow: UnitOfWork) {}

  /** Before it is applied, which is done as a whole. @returns whether there was still something to stop */
  cancel(actor: TxActor, uploadId: number): Promise<boolean> {
    return this.uow.transact(actor, async (tx) => {
      const [[upload]] = await tx.read<[{ institutionId: number }]>(sql`
        SELECT institution_id AS institutionId FROM schedule_upload
        WHERE id = ${uploadId} AND file IS NOT NULL FOR UPDATE`);
      if (!upload) return false;
      tx.write(sql`
        UPDATE schedule_upload SET status = 'REFUSED', failure = 'job.cancelled', file = NULL, finished_at = ${tx.now}
        WHERE id = ${uploadId}`);
      tx.emit('schedule.refused', { uploadId, institutionId: upload.institutionId, refused: 0 });
      return true;
    });
  }
}
