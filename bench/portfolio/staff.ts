import type { Connection } from 'mysql2/promise';
import type { Role } from '../../contract/codes.js';
import { insert, insertUsers, type NewUser } from '../../test/data/rows.js';

export interface BenchLogin {
  id: number;
  username: string;
}

/** Where the people's ids begin. Collector n has id firstCollector + n and group firstGroup + n % leaders. */
export interface Staff {
  collectors: number;
  leaders: number;
  firstCollector: number;
  firstGroup: number;
  firstQueue: number;
  firstInstitution: number;
  logins: { collector: BenchLogin; leader: BenchLogin; supervisor: BenchLogin; admin: BenchLogin };
}

export const QUEUE_COUNT = 8;
export const INSTITUTION_COUNT = 3;

interface StaffSize {
  first: number;
  collectors: number;
  leaders: number;
  passwordHash: string;
}
const PEOPLE_AT_ONCE = 2_000;

/** One root institution with two below it, eight queues of the root, a group per leader. */
export async function fillStaff(connection: Connection, size: StaffSize): Promise<Staff> {
  const { first, collectors, leaders } = size;
  const firstCollector = first + 20;
  const firstGroup = firstCollector + collectors;
  // Leader n has the id of his group: people and groups are different tables.
  const staff = {
    collectors,
    leaders,
    firstCollector,
    firstGroup,
    firstQueue: first + 3,
    firstInstitution: first,
  };
  await offices(connection, staff);
  const rows = people(staff, first + 12);
  for (let from = 0; from < rows.length; from += PEOPLE_AT_ONCE) {
    const { text, params } = insertUsers(rows.slice(from, from + PEOPLE_AT_ONCE), size.passwordHash);
    await connection.query(text, [...params]);
  }
  const login = (id: number, username: string) => ({ id, username });
  return {
    ...staff,
    logins: {
      collector: login(firstCollector, 'bench.collector1'),
      leader: login(firstGroup, 'bench.leader1'),
      supervisor: login(first + 12, 'bench.supervisor'),
      admin: login(first + 13, 'bench.admin'),
    },
  };
}

async function offices(connection: Connection, staff: Omit<Staff, 'logins'>): Promise<void> {
  const root = staff.firstInstitution;
  const institutions = Array.from({ length: INSTITUTION_COUNT }, (_, n) => ({
    id: root + n,
    code: `BENCH${n}`,
    name: `Bench ${n}`,
    parent_id: n === 0 ? null : root,
    path: n === 0 ? `/${root}/` : `/${root}/${root + n}/`,
  }));
  const queues = Array.from({ length: QUEUE_COUNT }, (_, n) => ({
    id: staff.firstQueue + n,
    institution_id: root,
    code: `BENCH-Q${n}`,
    name: `Bench ${n}`,
    type: 'MANUAL',
  }));
  const groups = Array.from({ length: staff.leaders }, (_, n) => ({
    id: staff.firstGroup + n,
    institution_id: root + (n % INSTITUTION_COUNT),
    name: `Bench ${n + 1}`,
  }));
  const statements = [
    insert('institution', institutions),
    insert('queue', queues),
    insert('admin_group', groups),
  ];
  for (const { text, params } of statements) await connection.query(text, [...params]);
}

function people(staff: Omit<Staff, 'logins'>, firstOther: number): NewUser[] {
  const { collectors, leaders, firstInstitution } = staff;
  const user = (
    id: number,
    role: Role,
    username: string,
    n: number,
    groupId: number | null = null,
    queueId: number | null = null,
  ): NewUser => ({
    ...{ id, username, role, groupId, queueId },
    name: username.replace('bench.', 'Bench '),
    institutionId: firstInstitution + (n % INSTITUTION_COUNT),
  });
  return [
    user(firstOther, 'supervisor', 'bench.supervisor', 0),
    user(firstOther + 1, 'admin', 'bench.admin', 0),
    ...Array.from({ length: leaders }, (_, n) =>
      user(staff.firstGroup + n, 'leader', `bench.leader${n + 1}`, n, staff.firstGroup + n),
    ),
    ...Array.from({ length: collectors }, (_, n) => {
      const groupId = staff.firstGroup + (n % leaders);
      const queueId = staff.firstQueue + (n % QUEUE_COUNT);
      return user(
        staff.firstCollector + n,
        'member',
        `bench.collector${n + 1}`,
        n % leaders,
        groupId,
        queueId,
      );
    }),
  ];
}
