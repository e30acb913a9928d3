import { Injectable } from '@nestjs/common';
import type { SeatStatusChange, TaskNumConfig } from '../../../contract/schedules.js';
import type { Actor } from '../../platform/auth/actor.js';
import { peopleOf } from '../../platform/auth/scope.js';
import { checkVersion, lockOne, saveChanges } from '../../platform/db/changes.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { formOf, QueuesQueries } from '../queues/queues.queries.js';
import { QueuesService } from '../queues/queues.service.js';
import { scopeOf } from './schedule-scope.js';
import { SeatDay } from './seat-day.entity.js';
import { isWorkbook } from './sheets.js';

const FILE_BYTES = 8 * 1024 * 1024;

@Injectable()
export class SchedulesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly queues: QueuesService,
    private readonly queueQueries: QueuesQueries,
  ) {}

  /** Keeps the file for the job that reads it. @throws schedule.format, request.tooLarge */
  async upload(actor: Actor, file: { name: string; bytes: Buffer }): Promise<{ uploadId: number }> {
    if (!isWorkbook(file.bytes)) throw new AppError('schedule.format');
    if (file.bytes.length > FILE_BYTES) throw new AppError('request.tooLarge');
    const uploadId = await this.ids.take();
    const { institutionId } = actor;
    await this.uow.transact(actor, async (tx) => {
      tx.write(sql`
        INSERT INTO schedule_upload
          (id, institution_id, uploaded_by, scope, file_name, file, status, uploaded_at)
        VALUES (${uploadId}, ${institutionId}, ${actor.userId}, ${JSON.stringify(scopeOf(actor))},
          ${file.name.slice(-200)}, ${file.bytes}, 'WAITING', ${tx.now})`);
      tx.emit('schedule.uploaded', { uploadId, institutionId });
      await Promise.resolve();
    });
    return { uploadId };
  }

  /** @throws schedule.notFound outside the actor's scope; permission.denied; entity.changed */
  setStatus(actor: Actor, { userId, day, status, version }: SeatStatusChange): Promise<void> {
    if (status === 'RESIGNED' && !actor.permissions.has('user:manage'))
      throw new AppError('permission.denied');
    return this.uow.transact(actor, async (tx) => {
      const [people] = await tx.read<[{ id: number }]>(sql`
        SELECT u.id FROM user u WHERE u.id = ${userId} AND ${peopleOf(actor)}`);
      const seat =
        people[0] && (await lockOne(tx, SeatDay, 's', sql`s.day = ${day} AND s.user_id = ${userId}`));
      if (!seat) throw new AppError('schedule.notFound');
      const { status: before, institutionId } = seat;
      checkVersion(seat, version, { day, userId, status: before, version: seat.version });
      if (await saveChanges(tx, seat, { status }))
        tx.emit('schedule.statusChanged', { institutionId, userId, day, before, after: status });
    });
  }

  /** @throws queue.notFound, entity.changed */
  async setTaskNum(actor: Actor, { queueId, version, ...limits }: TaskNumConfig): Promise<{ id: number }> {
    const queue = await this.queueQueries.one(actor, queueId);
    return this.queues.save(actor, {
      ...formOf(queue),
      ...limits,
      id: queueId,
      version: version ?? queue.version,
    });
  }
}
