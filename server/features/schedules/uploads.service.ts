import { Injectable } from '@nestjs/common';
import type { UndoUpload } from '../../../contract/team/schedules.js';
import { businessDay } from '../../../contract/shared/date.js';
import type { Actor } from '../../platform/auth/actor.js';
import { lockOne } from '../../platform/db/changes.js';
import { all, sql } from '../../platform/db/sql.js';
import { UnitOfWork, type TxActor } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { ScheduleUpload } from '../../domain/schedules/reading/schedule-upload.entity.js';
import { takeBack, type WrittenRows } from '../../domain/schedules/reading/written-rows.writes.js';
import { uploadsOf } from './uploads.queries.js';

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
      const over = { status: 'REFUSED', failure: 'job.cancelled', file: null, finishedAt: tx.now };
      await tx.manager.update(ScheduleUpload, uploadId, over);
      tx.emit('schedule.refused', { uploadId, institutionId: upload.institutionId, refused: 0 });
      return true;
    });
  }

  /** @throws schedule.notFound; schedule.undoOver when a day of it is over, or something of it has changed since */
  undo(actor: Actor, { uploadId }: UndoUpload): Promise<void> {
    return this.uow.transact(actor, async (tx) => {
      const upload = await lockOne(tx, ScheduleUpload, 's', all([sql`s.id = ${uploadId}`, uploadsOf(actor)]));
      if (!upload) throw new AppError('schedule.notFound');
      const { institutionId, firstDay } = upload;
      const written = upload.written === null ? null : (JSON.parse(upload.written) as WrittenRows);
      const isOver = firstDay === null || firstDay < businessDay(tx.now);
      if (upload.status !== 'APPLIED' || !written || isOver || !(await takeBack(tx, written)))
        throw new AppError('schedule.undoOver');
      await tx.manager.update(ScheduleUpload, uploadId, {
        status: 'UNDONE',
        undoneAt: tx.now,
        written: null,
      });
      const [planRows, peopleRows] = [written.plans.length, written.people.length];
      tx.emit('schedule.undone', { uploadId, institutionId, planRows, peopleRows });
    });
  }
}
