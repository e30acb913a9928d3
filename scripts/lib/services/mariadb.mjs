import { join } from 'node:path';
import { run } from '../process.mjs';
import { SqlServer, asUser, collation } from './sql-server.mjs';

export class MariaDb extends SqlServer {
  title = 'MariaDB';
  daemon = 'mariadbd';
  dumpArgs = [];

  async install({ data, install, env }) {
    const { installer, basedir } = this.binaries;
    const [command, ...first] = installer;
    await run(
      command,
      [
        ...first,
        '--no-defaults',
        ...(basedir ? [`--basedir=${basedir}`] : []),
        `--datadir=${data}`,
        ...asUser(),
        '--auth-root-authentication-method=normal',
        '--skip-test-db',
        '--skip-name-resolve',
        `--extra-file=${install}`,
      ],
      { env },
    );
  }

  installSql({ root }) {
    return [
      `CREATE DATABASE recoup CHARACTER SET utf8mb4 COLLATE ${collation};`,
      // The installer also makes password-less accounts of other hosts.
      "DELETE FROM mysql.global_priv WHERE User = '' OR (User = 'root' AND Host <> 'localhost');",
      'FLUSH PRIVILEGES;',
      `CREATE USER root@'127.0.0.1' IDENTIFIED BY '${root}';`,
      "GRANT ALL ON *.* TO root@'127.0.0.1' WITH GRANT OPTION;",
      `ALTER USER root@localhost IDENTIFIED BY '${root}';`,
      '',
    ].join('\n');
  }

  engineArgs({ bufferPool, lasting }) {
    const { basedir } = this.binaries;
    return [
      ...(basedir ? [`--basedir=${basedir}`, `--lc-messages-dir=${join(basedir, 'share/mysql')}`] : []),
      ...(basedir ? [`--plugin-dir=${join(basedir, 'lib/mysql/plugin')}`] : []),
      // With the usual 96 MB a portfolio that is handed out waits for pages to be flushed.
      `--innodb-log-file-size=${Math.max(96, bufferPool / 2)}M`,
      ...(lasting ? [] : ['--debug-no-sync', '--innodb-flush-method=nosync']),
    ];
  }
}
