// node scripts/noun-lines.mjs: how many lines each noun of the administration takes, in all of its files.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/paths.mjs';

/** A noun's folders and files without `client/i18n`, its words, the tables whose statements count, and its lines at e300a7e0. */
const NOUNS = {
  products: [743, ['contract/money/products.ts'], ['products'], ['product_terms']],
  stops: [1164, ['contract/contact/stops.ts'], ['stops'], ['contact_stop', 'contact_stop_act']],
  indicators: [1242, ['contract/team/indicators.ts'], ['indicators'], ['indicator']],
  institutions: [
    1326,
    ['contract/administration/institutions.ts', 'server/domain/groups', 'server/features/groups'],
    ['institutions'],
    ['institution', 'admin_group'],
  ],
  grants: [
    1426,
    ['contract/administration/grants.ts', 'server/platform/auth/grants.rules.ts'],
    ['grants'],
    ['role_grant', 'rights_version'],
  ],
  softphones: [1482, ['contract/contact/softphones.ts'], ['softphones'], ['softphone', 'softphone_binding']],
  queues: [1501, ['contract/team/queues.ts'], ['queues', 'queue-cases', 'uncovered'], ['queue']],
  quality: [
    1800,
    ['contract/supervision/quality.ts'],
    ['quality', 'quality-sheets'],
    ['quality_sheet', 'quality_sheet_version', 'quality_sample', 'quality_score'],
  ],
  announcements: [
    2117,
    ['contract/supervision/announcements.ts'],
    ['announcements', 'violations', 'notices'],
    ['announcement', 'announcement_read'],
  ],
  complaints: [
    2391,
    ['contract/supervision/complaints.ts'],
    ['complaints'],
    ['complaint', 'complaint_step', 'complaint_attachment', 'complaint_act'],
  ],
  users: [
    3497,
    ['contract/administration/users.ts', 'server/features/open-work'],
    ['users', 'logins'],
    ['user'],
  ],
};
const ROOMS = ['server/domain', 'server/features', 'client/domain', 'client/features'];
const LANGUAGES = ['cn', 'en', 'es'];

const linesIn = (text) => text.split('\n').length - 1;
const within = (path) =>
  statSync(join(root, path)).isDirectory()
    ? readdirSync(join(root, path)).flatMap((name) => within(`${path}/${name}`))
    : [path];
const read = (path) => readFileSync(join(root, path), 'utf8');
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

const migrations = within('server/migrations').map(read).join('\n');
const statements = migrations.match(/^(CREATE|ALTER) TABLE [^]*?;\n/gm);
const linesOfTables = (tables) =>
  sum(statements.filter((each) => tables.includes(each.split(' ')[2])).map(linesIn));

const rows = Object.entries(NOUNS).map(([noun, [before, paths, words, tables]]) => {
  const rooms = ROOMS.map((room) => `${room}/${noun}`).filter((room) => existsSync(join(root, room)));
  const lines = (begin) =>
    sum(
      [...paths, ...rooms]
        .filter((path) => path.startsWith(begin))
        .flatMap(within)
        .map((path) => linesIn(read(path))),
    );
  const texts = LANGUAGES.flatMap((language) => words.map((name) => `client/i18n/${language}/${name}.json`));
  const counted = {
    contract: lines('contract/'),
    server: lines('server/'),
    client: lines('client/'),
    words: sum(texts.map((path) => linesIn(read(path)))),
    migrations: linesOfTables(tables),
  };
  return { noun, ...counted, sum: sum(Object.values(counted)), 'at e300a7e0': before };
});
const total = (column) => sum(rows.map((row) => row[column]));
console.table([...rows, { noun: 'all', sum: total('sum'), 'at e300a7e0': total('at e300a7e0') }]);
