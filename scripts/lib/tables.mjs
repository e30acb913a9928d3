import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesBelow } from './pages.mjs';
import { root } from './paths.mjs';

/** Tables without an entity, and why: none of them holds a fact that a person owns. A test finds a table that is in neither. */
export const WITHOUT_ENTITY = {
  activation_code: 'hash of a code that is used once or expires',
  address_place: 'answers of a provider, looked up again after a day',
  anomaly_cap: 'counter of findings that were held back',
  audit_entry: 'index of the log: the event is the fact',
  case_count: 'counts of cases, projected by the relay',
  case_count_change: 'changes of those counts, written by triggers',
  case_read: 'the newest reading of a case, so that the next one writes no record',
  case_to_restate: 'cases that a job has still to restate',
  check_balance: 'counter of face checks that are left',
  client_request: 'answers of commands, repeated for a day',
  collector_day: 'figures of a day, projected by commands',
  collector_day_case: 'parts of those figures, by case',
  collector_day_product: 'parts of those figures, by product',
  collector_day_product_change: 'changes of those parts, until the relay adds them up',
  collector_rank: 'ranks, worked out by the relay',
  contact_gate: 'one row that claims of contacts lock',
  demo_seed: 'how far the seed of the demo has come',
  export_day: 'counter of exported rows',
  group_hour: 'figures of an hour, projected by the relay',
  id_block: 'the next free ids',
  import_error: 'refused rows of an import, written in bulk',
  key_rotation: 'how far a rotation of keys has come',
  login_key: 'keys of the sign-in, made anew each month',
  message_count: 'counter of messages',
  migration: "TypeORM's own",
  migration_step: "the migrator's own",
  migration_lease: "the migrator's own",
  outbox: 'events that the relay has still to publish',
  policy_in_force: 'policies of all levels, kept by triggers',
  recording_shape: 'picture of a recording, worked out from its file',
  recovery_day: 'figures of a night, written in bulk',
  relay_lease: 'one row: which relay leads, and until when',
  rights_version: 'one row that commands on rights lock and count up',
  schedule_error: 'refused cells of a workbook, written in bulk',
  schedule_progress: 'how far a workbook has been read',
  sheet_progress: 'how far a workbook has been read',
  sheet_row: 'rows of a workbook, until they are applied',
  spent_ticket: 'tickets that were used, until they expire',
  wallboard_pairing: 'digits of a wall that waits for a leader, until they expire',
  wallboard_try: 'counter of wrong digits',
};

/** Nouns by area: the folders below server/domain and server/platform. */
const AREAS = {
  'People and sign-in': [
    'institutions',
    'groups',
    'users',
    'grants',
    'session',
    'preferences',
    'api-keys',
    'webhooks',
  ],
  'Borrowers, loans and cases': [
    'borrowers',
    'loans',
    'cases',
    'promises',
    'requests',
    'priorities',
    'imports',
  ],
  Money: ['payments', 'refunds', 'receivables', 'repayment-codes', 'deductions', 'extensions', 'products'],
  'Contacts and their rules': ['contact-compliance', 'stops'],
  'Messages and calls': ['messages', 'calls', 'softphones', 'agencies'],
  Team: ['queues', 'allocation', 'schedules', 'presence', 'indicators'],
  Supervision: [
    'behaviour',
    'anomalies',
    'recordings',
    'listening',
    'help',
    'quality',
    'announcements',
    'inbox',
  ],
  'Complaints and privacy': ['complaints', 'privacy'],
  'Administration and the log': [
    'approvals',
    'configuration',
    'sheet-uploads',
    'exports',
    'db',
    'setup',
    'health',
    'site',
    'providers',
    'seals',
  ],
};
/** Nearly every table names them: the column says so, and no line is drawn from another area. */
const EVERYWHERE = ['institution', 'admin_group', 'user', 'queue'];

const HEAD = `# Tables

Every table that holds facts has a TypeORM entity. Written by \`npm run tables\` from the entities; \`npm test\` compares this page
with them, and them with the migrated tables of MariaDB and MySQL. A line is an id that names a row of another table. No foreign
key is declared in the database. Tables of another area stand without their columns; ids of people, groups, queues and
institutions of another area name their table and have no line. Types are the columns' own; times are UTC, amounts centavos.
`;

export async function tablesPage(outDir = join(root, 'dist')) {
  const load = (path) => import(pathToFileURL(join(outDir, path)).href);
  await import('reflect-metadata');
  const files = filesBelow(join(root, 'server'), /\.entity\.ts$/)
    .filter((file) => readFileSync(file, 'utf8').includes('@Entity('))
    .map((file) => relative(root, file));
  const modules = await Promise.all(files.map((file) => load(file.replace(/\.ts$/, '.js'))));
  const { DataSource, getMetadataArgsStorage } = await import('typeorm');
  const { SnakeCase } = await load('server/platform/db/data-source.js');
  const entities = modules.flatMap(Object.values);
  const source = new DataSource({
    type: 'mysql',
    database: 'recoup',
    entities,
    namingStrategy: new SnakeCase(),
  });
  // Nothing connects: this is what `initialize` does after it has connected.
  await source.buildMetadatas();
  const named = getMetadataArgsStorage().columns;
  const tables = files.map((file, at) => tableOf(source, file, Object.values(modules[at])[0], named));
  return [HEAD, ...Object.keys(AREAS).map((area) => chapterOf(area, tables)), bareTables()].join('\n');
}

function tableOf(source, file, entity, named) {
  const metadata = source.getMetadata(entity);
  const noun = /^server\/(?:domain|platform)\/([^/]+)/.exec(file)[1];
  const area = Object.keys(AREAS).find((one) => AREAS[one].includes(noun));
  if (!area) throw new Error(`${file} belongs to no area of scripts/lib/tables.mjs.`);
  const chain = metadata.inheritanceTree;
  const targetOf = (column) =>
    named.find((one) => chain.includes(one.target) && one.propertyName === column.propertyName)?.options.of ??
    metadata.relations.find((one) => one.joinColumns.includes(column))?.inverseEntityMetadata.tableName;
  const columns = metadata.columns.map((column) => ({
    name: column.databaseName,
    type: source.driver.normalizeType(column),
    isNullable: column.isNullable,
    isKey: column.isPrimary,
    isWholeKey: column.isPrimary && metadata.primaryColumns.length === 1,
    isUnique: metadata.indices.some(
      ({ isUnique, columns: of }) => isUnique && of.length === 1 && of[0] === column,
    ),
    target: targetOf(column),
  }));
  return { name: metadata.tableName, entity: entity.name, file, area, columns, says: docOf(file) };
}

/** The comment of an entity's class. */
function docOf(file) {
  return /\/\*\* (.*) \*\/\n@Entity/.exec(readFileSync(join(root, file), 'utf8'))?.[1] ?? '';
}

function chapterOf(area, all) {
  const tables = all.filter((table) => table.area === area).sort((a, b) => (a.name < b.name ? -1 : 1));
  const isHere = (name) => tables.some((table) => table.name === name);
  const isDrawn = ({ target }) => target && (isHere(target) || !EVERYWHERE.includes(target));
  const lines = tables.flatMap(({ name, columns }) =>
    columns.filter(isDrawn).map((column) => lineOf(name, column)),
  );
  return [
    `## ${area}\n`,
    '| table | entity | what it is |',
    '| --- | --- | --- |',
    ...tables.map((one) => `| \`${one.name}\` | [${one.entity}](../${one.file}) | ${one.says} |`),
    '\n```mermaid\nerDiagram',
    ...tables.map(({ name, columns }) =>
      [`  ${name} {`, ...columns.map((column) => `    ${columnOf(column, isDrawn(column))}`), '  }'].join(
        '\n',
      ),
    ),
    ...lines,
    '```\n',
  ].join('\n');
}

function lineOf(table, { name, target, isNullable, isWholeKey, isUnique }) {
  return `  ${target} ${isNullable ? '|o' : '||'}--${isWholeKey || isUnique ? 'o|' : 'o{'} ${table} : ${name}`;
}

function columnOf({ name, type, target, isKey, isUnique }, isDrawn) {
  const keys = [isKey && 'PK', target && 'FK', isUnique && 'UK'].filter(Boolean).join(', ');
  return [type, name, keys, target && !isDrawn && `"${target}"`].filter(Boolean).join(' ');
}

function bareTables() {
  const rows = Object.entries(WITHOUT_ENTITY).map(([table, why]) => `| \`${table}\` | ${why} |`);
  return ['## Without an entity\n', '| table | why |', '| --- | --- |', ...rows, ''].join('\n');
}
