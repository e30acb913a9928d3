import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

describe('the image', () => {
  it('installs what the lock file names, or nothing', () => {
    const packages = read('Dockerfile').match(/\bnpm .*$/gm);
    expect(packages).toEqual([
      'npm ci --ignore-scripts --no-audit --no-fund',
      'npm prune --omit=dev --ignore-scripts --no-audit --no-fund',
      'npm uninstall --no-save --omit=dev --ignore-scripts --no-audit --no-fund vite @vitejs/plugin-react @swc/core',
    ]);
  });

  it('copies in what the build reads', () => {
    const [build] = read('Dockerfile').split(/^RUN node scripts\/build/m);
    const copied = [...build!.matchAll(/^COPY (.*) \S+$/gm)].flatMap(([, names]) => names!.split(' '));
    const { swcrcPath, filenames } = (
      JSON.parse(read('nest-cli.json')) as {
        compilerOptions: { builder: { options: { swcrcPath: string; filenames: string[] } } };
      }
    ).compilerOptions.builder.options;
    // Measurements and tests stay outside.
    const product = filenames.filter((name) => !/^(bench|test)\b/.test(name));
    const needed = [
      'package.json',
      'package-lock.json',
      'nest-cli.json',
      swcrcPath,
      'tsconfig.json',
      'scripts',
      'client',
    ];
    expect(copied.sort()).toEqual([...needed, ...product].sort());
  });

  it('has the picture library for the processors that servers have', () => {
    expect(read('Dockerfile')).toMatch(/^FROM node:20[\d.]*-bookworm-slim$/m);
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { dev?: boolean }>;
    };
    for (const processor of ['x64', 'arm64']) {
      for (const name of [`sharp-linux-${processor}`, `sharp-libvips-linux-${processor}`])
        expect(packages[`node_modules/@img/${name}`]).toMatchObject({ optional: true });
    }
  });

  it('needs nothing that a package would run while it is installed', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { hasInstallScript?: boolean; optional?: boolean }>;
    };
    const names = Object.keys(packages);
    const scripted = names.filter((name) => packages[name]!.hasInstallScript);
    // Binaries that a script would build come in a package for the processor.
    const built: Record<string, RegExp> = {
      '@parcel/watcher': /@parcel\/watcher-linux-x64-glibc$/,
      '@swc/core': /@swc\/core-linux-x64-gnu$/,
      'unrs-resolver': /@unrs\/resolver-binding-linux-x64-gnu$/,
      'msgpackr-extract': /@msgpackr-extract\/msgpackr-extract-linux-x64$/,
    };
    const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    expect(scripted.map(nameOf).filter((name) => !(name in built))).toEqual([]);
    for (const name of scripted.map(nameOf))
      expect([name, names.filter((path) => built[name]!.test(path)).length]).toEqual([name, 1]);
  });

  it('has one lock file', () => {
    const locks = ['yarn.lock', 'pnpm-lock.yaml', 'bun.lockb', 'npm-shrinkwrap.json', 'package-lock.json'];
    const root = new URL('../../', import.meta.url);
    expect(locks.filter((file) => existsSync(new URL(file, root)))).toEqual(['package-lock.json']);
  });
});

/** A service of docker-compose.yml, with the merges resolved. */
interface Service {
  image: string;
  profiles?: string[];
  user?: string;
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  privileged?: boolean;
  mem_limit?: string;
  pids_limit?: number;
  command?: string | string[];
  environment?: Record<string, string | null>;
  volumes?: string[];
  configs?: unknown[];
  healthcheck?: { test: string[] };
}
const servicesOf = (file: string) =>
  (parse(read(file), { merge: true }) as { services: Record<string, Service> }).services;

describe('docker-compose.yml', () => {
  const services = servicesOf('docker-compose.yml');
  const names = Object.keys(services).sort();

  it('has these services, and starts them without the false providers and the demo', () => {
    expect(names).toEqual(['migrate', 'mysql', 'proxy', 'redis', 'sandbox', 'seed', 'server', 'workers']);
    const optional = names.filter((name) => services[name]!.profiles);
    expect(optional.map((name) => [name, services[name]!.profiles])).toEqual([
      ['sandbox', ['sandbox']],
      ['seed', ['demo']],
    ]);
    for (const name of names.filter((other) => other !== 'sandbox'))
      expect([name, Object.values(services[name]!.environment ?? {}).join()]).toEqual([
        name,
        expect.not.stringContaining('sandbox'),
      ]);
  });

  it('gives the false providers neither all keys nor a way to the data', () => {
    const { environment, volumes } = services['sandbox']!;
    expect(environment).toEqual({
      SANDBOX_PORT: '8090',
      SANDBOX_URL: 'http://sandbox:8090',
      RECOUP_SERVER_URL: 'http://proxy:8080',
      RECOUP_SECRETS: '${RECOUP_SANDBOX_SECRETS:-}',
    });
    expect(volumes).toEqual([]);
  });

  it.each(names)(
    '%s is not root, has no capability, writes beside its volumes nowhere and has an end of memory',
    (name) => {
      const service = services[name]!;
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        pids_limit: 512,
        mem_limit: expect.stringMatching(/^(\$\{\w+:-)?\d+[mg]\}?$/),
      });
      expect(service.tmpfs?.every((mount) => /:.*size=\d+[mg]/.test(mount))).toBe(true);
      expect([service.cap_add, service.privileged]).toEqual([undefined, undefined]);
      // Those of ours say it in the Dockerfile.
      if (service.image === 'recoup') expect(read('Dockerfile').split('FROM').at(-1)).toMatch(/^USER node$/m);
      else expect(service.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
      // Copied in, which a container that is read-only refuses.
      expect(service.configs).toBeUndefined();
    },
  );

  it.each(['docker-compose.yml', 'scripts/services.compose.yml'])(
    '%s has no password on a command line',
    (file) => {
      for (const [name, { command = [], healthcheck }] of Object.entries(servicesOf(file))) {
        const words = [command, healthcheck?.test ?? []].flat();
        // Values that Compose fills in stand on the line; those that a shell reads from its environment do
        // not.
        for (const word of words)
          expect([name, word]).toEqual([
            name,
            expect.not.stringMatching(/(?<!\$)\$\{?\w*(PASSWORD|SECRET|TOKEN|AUTH)/),
          ]);
        expect([name, words.join(' ')]).toEqual([
          name,
          expect.not.stringMatching(/--requirepass|redis-cli -a| -p"?\$/),
        ]);
      }
    },
  );

  it.each(['docker-compose.yml', 'scripts/services.compose.yml', 'Dockerfile'])(
    '%s names whole versions of images',
    (file) => {
      const images = [...read(file).matchAll(/^\s*(?:image:|FROM) (\S+)/gm)].map(([, image]) => image!);
      expect(images.length).toBeGreaterThan(1);
      for (const image of images.filter((name) => name !== 'recoup'))
        expect(image).toMatch(/^[a-z]+:\d+\.\d+\.\d+(-[a-z]+)*$/);
    },
  );

  it('asks for MySQL 9.7, whose password check nobody weakens', () => {
    for (const file of ['docker-compose.yml', 'scripts/services.compose.yml'])
      expect([file, /image: (mysql:\S+)/.exec(read(file))?.[1]]).toEqual([
        file,
        expect.stringMatching(/^mysql:9\.7\./),
      ]);
    expect(services['mysql']!.command).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/native|auth/)]),
    );
  });

  it('has two users of the database: one that owns the tables, and one that is given them one by one', () => {
    const [url, ownerUrl] = ['DATABASE_URL', 'RECOUP_MIGRATE_DATABASE_URL'];
    for (const name of ['server', 'workers', 'migrate', 'seed']) {
      const { environment = {} } = services[name]!;
      expect([name, environment[url]]).toEqual([
        name,
        expect.stringMatching(/^mysql:\/\/recoup:.*@mysql:3306\/recoup$/),
      ]);
      const isTool = name === 'migrate' || name === 'seed';
      expect([name, environment[ownerUrl]]).toEqual([
        name,
        isTool ? expect.stringMatching(/^mysql:\/\/recoup_owner:.*@mysql:3306\/recoup$/) : undefined,
      ]);
    }
    expect(services['mysql']!.volumes).toContainEqual(expect.stringMatching(/^\.\/ops\/mysql-accounts\.sh:/));
    expect(read('ops/mysql-accounts.sh').match(/^(CREATE|GRANT).*$/gm)).toEqual([
      "CREATE USER recoup_owner@'%' IDENTIFIED BY '$RECOUP_OWNER_PASSWORD';",
      "GRANT ALL ON recoup.* TO recoup_owner@'%' WITH GRANT OPTION;",
      "CREATE USER recoup@'%' IDENTIFIED BY '$RECOUP_PASSWORD';",
    ]);
  });

  it('asks the servers for their health with the token that they want behind a proxy', () => {
    const { environment, healthcheck } = services['server']!;
    expect(environment).toMatchObject({
      RECOUP_TRUST_PROXY: 'true',
      RECOUP_METRICS_TOKEN: expect.stringContaining(':?'),
    });
    expect(healthcheck?.test).toEqual(['CMD', 'node', 'dist/server/tools/probe.js', 'healthz']);
  });
});
