import { Config } from '../platform/config/config.js';

/** Paths that a container is asked at: the server by its health, the workers by their metrics. */
const PATHS = { healthz: 'healthz', readyz: 'readyz', workers: 'metrics' } as const;

const wish = process.argv[2] ?? '';
if (!(wish in PATHS)) {
  process.stderr.write(
    'node dist/server/tools/probe.js healthz|readyz|workers   ends with 0 where all is well\n',
  );
  process.exit(2);
}
const config = new Config();
const port = wish === 'workers' ? config.metricsPort : config.port;
const headers: Record<string, string> = config.metricsToken
  ? { authorization: `Bearer ${config.metricsToken}` }
  : {};
const url = `http://127.0.0.1:${port}/${PATHS[wish as keyof typeof PATHS]}`;
const isWell = await fetch(url, { headers }).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(isWell ? 0 : 1);
