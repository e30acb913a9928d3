import type { Connection } from 'mysql2/promise';

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
  const rows = people(staff, first + 12, size.passwordHash);
  for (let from = 0; from < rows.length; from += PEOPLE_AT_ONCE) {
    await connection.query(
      `INSERT INTO user (id, username, name, role, institution_id, group_id, queue_id, password_hash, created_at, updated_at)
       VALUES ?`,
      [rows.slice(from, from + PEOPLE_AT_ONCE)],
    );
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
  const institutions = Array.from({ length: INSTITUTION_COUNT }, (_, n) => {
    return [
      root + n,
      `BENCH${n}`,
      `Bench ${n}`,
      n === 0 ? null : root,
      n === 0 ? `/${root}/` : `/${root}/${root + n}/`,
    ];
  });
  const queues = Array.from({ length: QUEUE_COUNT }, (_, n) => [
    staff.firstQueue + n,
    root,
    `BENCH-Q${n}`,
    `Bench ${n}`,
  ]);
  const groups = Array.from({ length: staff.leaders }, (_, n) => {
    return [staff.firstGroup + n, root + (n % INSTITUTION_COUNT), `Bench ${n + 1}`];
  });
  await connection.query('INSERT INTO institution (id, code, name, parent_id, path) VALUES ?', [
    institutions,
  ]);
  await connection.query('INSERT INTO queue (id, institution_id, code, name) VALUES ?', [queues]);
  await connection.query('INSERT INTO admin_group (id, institution_id, name) VALUES ?', [groups]);
}

function people(staff: Omit<Staff, 'logins'>, firstOther: number, passwordHash: string): unknown[][] {
  const { collectors, leaders, firstInstitution } = staff;
  const now = new Date();
  const row = (id: number, role: string, username: string, n: number, seat: [unknown, unknown]) => {
    const name = username.replace('bench.', 'Bench ');
    return [
      id,
      username,
      name,
      role,
      firstInstitution + (n % INSTITUTION_COUNT),
      ...seat,
      passwordHash,
      now,
      now,
    ];
  };
  return [
    row(firstOther, 'supervisor', 'bench.supervisor', 0, [null, null]),
    row(firstOther + 1, 'admin', 'bench.admin', 0, [null, null]),
    ...Array.from({ length: leaders }, (_, n) =>
      row(staff.firstGroup + n, 'leader', `bench.leader${n + 1}`, n, [staff.firstGroup + n, null]),
    ),
    ...Array.from({ length: collectors }, (_, n) =>
      row(staff.firstCollector + n, 'member', `bench.collector${n + 1}`, n % leaders, [
        staff.firstGroup + (n % leaders),
        staff.firstQueue + (n % QUEUE_COUNT),
      ]),
    ),
  ];
}
