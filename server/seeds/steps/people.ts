import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { addDays, businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import { Indicator } from '../../domain/indicators/indicator.entity.js';
import { SYSTEM } from '../../platform/auth/actor.js';
import { Database } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { rowsOf, sql, type Param } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import type { SeedUser } from '../actors.js';
import {
  INSTITUTIONS,
  QUEUES,
  targetOf,
  type DemoPerson,
  type Organisation,
} from '../generators/organisation.js';

export interface SeededCollector extends SeedUser {
  groupId: number;
  queueId: number;
  zeal: number;
}
export interface SeededStaff {
  collectors: SeededCollector[];
  leaders: SeedUser[];
  supervisors: SeedUser[];
  admins: SeedUser[];
}

const PEOPLE_PER_TRANSACTION = 200;
const DAY_MS = 86_400_000;

@Injectable()
export class PeopleSeed {
  constructor(
    private readonly database: Database,
    private readonly dataSource: DataSource,
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
  ) {}

  /** @param cases of one collector */
  async plant(org: Organisation, cases: number, passwordHash: string, now: Date): Promise<SeededStaff> {
    const institutions = await this.institutions();
    const queues = await this.queues(institutions);
    await this.indicators(queues, cases, businessDay(now));
    const groups = await this.groups(org, institutions);
    const staff: SeededStaff = { collectors: [], leaders: [], supervisors: [], admins: [] };
    for (let from = 0; from < org.people.length; from += PEOPLE_PER_TRANSACTION) {
      const people = org.people.slice(from, from + PEOPLE_PER_TRANSACTION);
      const ids = await this.ids.takeMany(people.length);
      const seats = people.map(({ username, name, role, ...person }, index) => ({
        ...{ id: ids[index]!, username, name, role },
        institutionId: institutions.get(person.institution)!,
        groupId: groups.get(person.group ?? '') ?? null,
        queueId: queues.get(person.queue ?? '') ?? null,
      }));
      const rows = people.map((person, index) => userRow(person, seats[index]!, passwordHash, now));
      await this.uow.transact(SYSTEM, async (tx) => hire(tx, seats, rows));
      enlist(staff, people, seats);
    }
    return staff;
  }

  private async institutions(): Promise<Map<string, number>> {
    const byCode = await this.idsOf(INSTITUTIONS.map(({ code }) => code));
    const rows = INSTITUTIONS.map(({ code, name, parent, deviceData }) => {
      const [id, parentId] = [byCode.get(code)!, parent === null ? null : byCode.get(parent)!];
      return [id, code, name, parentId, parentId === null ? `/${id}/` : `/${parentId}/${id}/`, deviceData];
    });
    await this.database.run(sql`
      INSERT INTO institution (id, code, name, parent_id, path, device_data) VALUES ${rowsOf(rows)}`);
    return byCode;
  }

  private async queues(institutions: Map<string, number>): Promise<Map<string, number>> {
    const byCode = await this.idsOf(QUEUES.map(({ code }) => code));
    const rows = QUEUES.map(({ code, name, institution, type, kind, minDpd }) => {
      return [byCode.get(code), institutions.get(institution), code, name, type, kind, minDpd];
    });
    await this.database.run(sql`
      INSERT INTO queue (id, institution_id, code, name, type, kind, min_dpd) VALUES ${rowsOf(rows)}`);
    return byCode;
  }

  private async indicators(queues: Map<string, number>, cases: number, today: string): Promise<void> {
    const ids = await this.ids.takeMany(QUEUES.length);
    const since = addDays(today, -60);
    const rows = QUEUES.map((queue, index) => ({
      id: ids[index]!,
      queueId: queues.get(queue.code)!,
      method: 'RATE_AMOUNT' as const,
      target: targetOf(queue, cases),
      effectiveFrom: since,
      updatedAt: startOfBusinessDay(since),
    }));
    await this.dataSource.manager.insert(Indicator, rows);
  }

  private async groups(org: Organisation, institutions: Map<string, number>): Promise<Map<string, number>> {
    const byName = await this.idsOf(org.groups.map(({ name }) => name));
    const rows = org.groups.map(({ name, institution }) => [
      byName.get(name),
      institutions.get(institution),
      name,
    ]);
    await this.database.run(sql`INSERT INTO admin_group (id, institution_id, name) VALUES ${rowsOf(rows)}`);
    return byName;
  }

  private async idsOf(keys: readonly string[]): Promise<Map<string, number>> {
    const ids = await this.ids.takeMany(keys.length);
    return new Map(keys.map((key, index) => [key, ids[index]!]));
  }
}

function enlist(staff: SeededStaff, people: readonly DemoPerson[], seats: readonly SeedUser[]): void {
  seats.forEach((user, index) => {
    const { groupId, queueId } = user;
    if (user.role === 'leader') staff.leaders.push(user);
    if (user.role === 'supervisor') staff.supervisors.push(user);
    if (user.role === 'admin') staff.admins.push(user);
    if (user.role !== 'member' || groupId === null || queueId === null) return;
    staff.collectors.push({ ...user, groupId, queueId, zeal: people[index]!.zeal });
  });
}

function userRow(person: DemoPerson, user: SeedUser, passwordHash: string, now: Date): Param[] {
  const hired = new Date(now.getTime() - person.tenure * DAY_MS);
  const longAging = QUEUES.find(({ code }) => code === person.queue)?.kind === 'LONG_AGING';
  const { id, username, name, role, institutionId, groupId, queueId } = user;
  const { liveness } = person;
  return [
    id,
    username,
    name,
    role,
    institutionId,
    groupId,
    queueId,
    passwordHash,
    longAging,
    liveness,
    channelsOf(role),
    hired,
    hired,
  ];
}

/** All may write; only leaders let a machine call. */
function channelsOf(role: DemoPerson['role']): string {
  return role === 'leader' ? 'IVR,SMS,WABA' : 'SMS,WABA';
}

function hire(tx: Tx, seats: readonly Pick<SeedUser, 'id' | 'institutionId'>[], rows: Param[][]): void {
  tx.write(sql`
    INSERT INTO user (id, username, name, role, institution_id, group_id, queue_id, password_hash, long_aging,
      liveness, channels, created_at, updated_at)
    VALUES ${rowsOf(rows)}`);
  tx.emitMany(
    'user.created',
    seats.map(({ id, institutionId }) => ({ userId: id, institutionId, changes: {} })),
  );
}
