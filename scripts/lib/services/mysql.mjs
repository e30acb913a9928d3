import { join } from 'node:path';
import { run } from '../process.mjs';
import { SqlServer, asUser, collation } from './sql-server.mjs';

export class MySql extends SqlServer {
  title = 'MySQL';
  daemon = 'mysqld';
  // The owner of the tables may look at neither the server's tablespaces, its log positions nor its masks, of which 8.4 knows none.
  dumpArgs = ['--no-tablespaces', '--set-gtid-purged=OFF', '--loose-skip-masking-policies'];

  async install({ data, install, env, log }) {
    const [command, ...first] = this.binaries.server;
    const options = [`--datadir=${data}`, `--init-file=${install}`, ...this.folders(), ...asUser()];
    // "insecure" leaves root without a password, which the file sets before anybody can come in.
    await run(command, [...first, '--no-defaults', '--initialize-insecure', ...options], { env, log });
  }

  installSql({ root }) {
    return [
      `CREATE DATABASE recoup CHARACTER SET utf8mb4 COLLATE ${collation};`,
      `CREATE USER root@'127.0.0.1' IDENTIFIED BY '${root}';`,
      "GRANT ALL ON *.* TO root@'127.0.0.1' WITH GRANT OPTION;",
      `ALTER USER root@localhost IDENTIFIED BY '${root}';`,
      '',
    ].join('\n');
  }

  engineArgs({ bufferPool, lasting }) {
    return [
      ...this.folders(),
      '--mysqlx=OFF',
      // No statement reads or writes files.
      '--secure-file-priv=NULL',
      // No replica reads it; with the log, an owner without SUPER may make no trigger.
      '--skip-log-bin',
      // MariaDB's is off too, unless somebody asks for it.
      '--performance-schema=OFF',
      `--innodb-redo-log-capacity=${Math.max(192, bufferPool)}M`,
      ...(lasting ? [] : ['--innodb-flush-method=nosync', '--innodb-doublewrite=OFF']),
    ];
  }

  folders() {
    const { basedir } = this.binaries;
    if (!basedir) return [];
    const share = join(basedir, 'share/mysql');
    return [
      `--basedir=${basedir}`,
      `--lc-messages-dir=${share}`,
      `--character-sets-dir=${join(share, 'charsets')}`,
      `--plugin-dir=${join(basedir, 'lib/mysql/plugin')}`,
    ];
  }
}
