import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

describe('the image and its proxy', () => {
  it('installs what the lock file names, or nothing', () => {
    const installs = read('Dockerfile').match(/^RUN .*\bnpm (ci|i|install)\b.*$/gm);
    expect(installs).toEqual(['RUN npm ci --no-audit --no-fund']);
  });

  it('has the picture library for the processors that servers have', () => {
    expect(read('Dockerfile')).toMatch(/^FROM node:20-bookworm-slim$/m);
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
    // What a script would build, a package of the processor's own brings along.
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

  it('passes on that TLS ended before the proxy', () => {
    const compose = read('docker-compose.yml');
    const [, sent] = /proxy_set_header X-Forwarded-Proto \$\$(\w+);/.exec(compose)!;
    expect(sent).not.toBe('scheme');
    const map = new RegExp(`map \\$\\$http_x_forwarded_proto \\$\\$${sent} \\{(.*)\\}`).exec(compose)![1];
    expect(map).toMatch(/ default \$\$scheme; https https; /);
  });
});
