import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';

const ORDINARY = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

/** The tables of which the application's user may do less than read and write: evidence, and the migrator's own. */
export const RESTRICTED: Readonly<Record<string, readonly string[]>> = {
  domain_event: ['SELECT', 'INSERT'],
  audit_entry: ['SELECT', 'INSERT'],
  seal: ['SELECT', 'INSERT'],
  seal_node: ['SELECT', 'INSERT'],
  outcome: ['SELECT'],
  contact_receipt: [
    'SELECT',
    'INSERT',
    'UPDATE (conversation_at)',
    'UPDATE (counted)',
    'UPDATE (released)',
    'UPDATE (released_at)',
    'UPDATE (outcome_at)',
  ],
  login_audit: [
    'SELECT',
    'INSERT',
    'UPDATE (result)',
    'UPDATE (liveness)',
    'UPDATE (live_checks)',
    'UPDATE (face_checks)',
    'UPDATE (outcome_at)',
  ],
  /** Evidence of revealed numbers and heard calls. */
  phone_reveal: ['SELECT', 'INSERT'],
  recording_listen: ['SELECT', 'INSERT', 'UPDATE (at)'],
  listening: ['SELECT', 'INSERT', 'UPDATE (begun_at)', 'UPDATE (ended_at)', 'UPDATE (end_reason)'],
  behaviour_record: ['SELECT', 'INSERT', 'UPDATE (city)', 'UPDATE (network)', 'UPDATE (is_new)'],
  migration: ['SELECT'],
  migration_step: ['SELECT'],
  migration_lease: ['SELECT'],
};

/**
 * Gives the application's user what it may do with each table of the owner's database, and takes what it may no longer.
 * Both users have to exist, on one server.
 *
 * @returns false when both are one user, who then keeps all rights.
 */
export async function grantTables(ownerUrl: string, applicationUrl: string): Promise<boolean> {
  const server = Object.assign(new URL(applicationUrl), { pathname: '/' }).toString();
  return withConnection(ownerUrl, (owner) =>
    withConnection(server, async (application) => {
      const account = await accountOf(application);
      if (account === (await accountOf(owner))) return false;
      const held = await heldBy(application, new URL(ownerUrl).pathname.slice(1));
      for (const table of await tablesOf(owner)) {
        const wanted = RESTRICTED[table] ?? ORDINARY;
        const has = held.get(table) ?? [];
        const more = wanted.filter((privilege) => !has.includes(privilege)).join(', ');
        const less = has.filter((privilege) => !wanted.includes(privilege)).join(', ');
        if (more) await owner.query(`GRANT ${more} ON \`${table}\` TO ${account}`);
        if (less) await owner.query(`REVOKE ${less} ON \`${table}\` FROM ${account}`);
      }
      return true;
    }),
  );
}

/** The account that the server took the connection's user for: the URL does not say from which hosts it may come. */
async function accountOf(connection: Connection): Promise<string> {
  const [rows] = await connection.query<RowDataPacket[]>('SELECT CURRENT_USER() AS account');
  const [, user, host] = /^(.*)@([^@]*)$/.exec(rows[0]!['account'] as string)!;
  return `${connection.escape(user)}@${connection.escape(host)}`;
}

export async function tablesOf(owner: Connection): Promise<string[]> {
  const [rows] = await owner.query<RowDataPacket[]>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'",
  );
  return rows.map((row) => row['name'] as string);
}

/** @returns a user's own privileges by table, as GRANT writes them. */
async function heldBy(connection: Connection, schema: string): Promise<Map<string, string[]>> {
  const [rows] = await connection.query<RowDataPacket[]>(
    `SELECT table_name AS name, privilege_type AS privilege FROM information_schema.table_privileges WHERE table_schema = ?
     UNION ALL SELECT table_name, CONCAT(privilege_type, ' (', column_name, ')')
     FROM information_schema.column_privileges WHERE table_schema = ?`,
    [schema, schema],
  );
  const held = new Map<string, string[]>();
  for (const row of rows) {
    const name = row['name'] as string;
    held.set(name, [...(held.get(name) ?? []), row['privilege'] as string]);
  }
  return held;
}

/** A connection of one piece of work. */
export async function withConnection<Result>(
  uri: string,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await mysql.createConnection({ uri });
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}
