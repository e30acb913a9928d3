import { readFileSync } from 'node:fs';
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

  it('passes on that TLS ended before the proxy', () => {
    const compose = read('docker-compose.yml');
    const [, sent] = /proxy_set_header X-Forwarded-Proto \$\$(\w+);/.exec(compose)!;
    expect(sent).not.toBe('scheme');
    const map = new RegExp(`map \\$\\$http_x_forwarded_proto \\$\\$${sent} \\{(.*)\\}`).exec(compose)![1];
    expect(map).toMatch(/ default \$\$scheme; https https; /);
  });
});
