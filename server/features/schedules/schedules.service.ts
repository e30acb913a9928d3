import { Injectable } from '@nestjs/common';
import {
  SEAT_STATES,
  type SeatState,
  type SeatStatusChange,
  type SeatStatusSet,
  type TaskNumConfig,
} from '../../../contract/team/schedules.js';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import type { Actor } from '../../platform/auth/actor.js';
import { peopleOf } from '../../platform/auth/scope.js';
import { checkVersion, lockOne, saveChanges } from '../../platform/db/changes.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { isWorkbook } from '../../platform/sheets/sheets.js';
import { QueuesService } from '../queues/queues.service.js';
import { SessionsService } from '../session/sessions.service.js';
import type { EndSessions } from '../../domain/session/sessions.writes.js';
import { LeavingService, lockUser } from './leaving.service.js';
import { scopeOf } from '../../domain/schedules/schedule-scope.rules.js';
import { isScheduled } from '../../domain/users/on-duty.sql.js';
import { saveSeatDays } from '../../domain/schedules/seat-days.sql.js';
import { openDay } from '../../domain/schedules/what-if/what-if.sql.js';
import { SeatDay } from '../../domain/schedules/seat-day.entity.js';

const FILE_BYTES = 8 * 1024 * 1024;

@Injectable()
export class SchedulesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly queues: QueuesService,
    private readonly sessions: SessionsService,
    private readonly leaving: LeavingService,
  ) {}

  /** Keeps the file for the job that reads it. @throws sheet.format, request.tooLarge */
  async upload(actor: Actor, file: { name: string; bytes: Buffer }): Promise<{ uploadId: number }> {
    if (!isWorkbook(file.bytes)) throw new AppError('sheet.format');
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

  /**
   * A resignation for today ends sign-in, telephone and cases at once; one for a later day takes effect by itself.
   *
   * @throws plan.past; schedule.notFound outside the actor's scope; permission.denied; schedule.unconfirmed; entity.changed
   */
  setStatus(actor: Actor, { clientRequestId, ...change }: SeatStatusChange): Promise<SeatStatusSet> {
    if (change.status === 'RESIGNED') {
      if (!actor.permissions.has('user:manage')) throw new AppError('permission.denied');
      if (!change.confirmed) throw fieldError('schedule.unconfirmed', 'confirmed');
    }
    return this.sessions.once(actor, ['seatStatus', clientRequestId, change], async (tx, end) => {
      const first = await this.change(tx, end, actor, change);
      const { until = change.day, version: _, ...later } = change;
      let days = first.days;
      for (let day = addDays(change.day, 1); day <= until; day = addDays(day, 1))
        days += (await this.change(tx, end, actor, { ...later, day }, ['ON_DUTY'])).days;
      return { released: first.released, days };
    });
  }

  /** @throws queue.notFound, entity.changed */
  setTaskNum(actor: Actor, change: TaskNumConfig): Promise<{ id: number }> {
    return this.queues.setLimits(actor, change);
  }

  /** @param from other states stay as they are */
  private async change(
    tx: Tx,
    end: EndSessions,
    actor: Actor,
    { userId, day, status, version }: SeatStatusChange,
    from: readonly SeatState[] = SEAT_STATES,
  ): Promise<SeatStatusSet> {
    if (day < businessDay(tx.now)) throw fieldError('plan.past', 'day');
    const [people] = await tx.read<[{ id: number; scheduled: number | null }]>(sql`
      SELECT u.id, ${isScheduled(day)} AS scheduled FROM user u
      WHERE u.id = ${userId} AND u.role = 'member' AND ${peopleOf(actor)}`);
    const user = people[0] && (await lockUser(tx, userId));
    if (!user) throw new AppError('schedule.notFound');
    const where = sql`s.day = ${day} AND s.user_id = ${userId}`;
    let seat = await lockOne(tx, SeatDay, 's', where);
    const seen = version === null && seat ? 0 : (version ?? undefined);
    if (!seat && user.enabled) {
      const { institutionId, groupId } = user;
      // One row is a schedule of the team: the others of it are written down, too. Whom a schedule leaves out rests.
      if (people[0]?.scheduled !== 1 && groupId !== null) await tx.read(openDay(day, [groupId]));
      else await tx.read(saveSeatDays([{ day, userId, institutionId, status: 'REST' }], tx.now));
      seat = await lockOne(tx, SeatDay, 's', where);
    }
    if (!seat) throw new AppError('schedule.notFound');
    const { status: before, institutionId } = seat;
    checkVersion(seat, seen, { day, userId, status: before, version: seat.version });
    if (before === status || !from.includes(before)) return { released: 0, days: 0 };
    const resigns = status === 'RESIGNED' && day <= businessDay(tx.now);
    await saveChanges(tx, seat, { status, since: tx.now, doneAt: resigns ? tx.now : null });
    tx.emit('schedule.statusChanged', { institutionId, userId, day, before, after: status });
    return { released: resigns ? await this.leaving.resign(tx, end, user, seat) : 0, days: 1 };
  }
}
