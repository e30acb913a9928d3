import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';

const root = new URL('../../', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, root), 'utf8');
const FOLDER = 'ops/kubernetes';

interface Probe {
  exec: { command: string[] };
}
interface Container {
  image: string;
  command: string[];
  ports?: { name: string; containerPort: number }[];
  env: { name: string; value: string }[];
  resources: { limits: { memory: string } };
  securityContext: object;
  volumeMounts: { name: string; mountPath: string }[];
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
}
interface PodSpec {
  securityContext: object;
  containers: Container[];
  volumes: { name: string; secret?: { secretName: string; items: { key: string; path: string }[] } }[];
}
interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: { template: { metadata: { labels: { app: string } }; spec: PodSpec }; [more: string]: unknown };
}

const kustomization = parse(read(`${FOLDER}/kustomization.yaml`)) as {
  resources: string[];
  images: { name: string; newTag: string }[];
  configMapGenerator: { literals: string[] }[];
};
const manifests = kustomization.resources.flatMap((file) =>
  parseAllDocuments(read(`${FOLDER}/${file}`)).map((document) => document.toJS() as Manifest),
);
const of = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
const pods = [...of('Deployment'), ...of('Job')].map(({ metadata: { name }, spec }) => {
  const { spec: pod } = spec.template;
  return { name, pod, container: pod.containers[0]!, app: spec.template.metadata.labels.app };
});
const CONFIG = ['config.ts', 'providers.ts'].map((name) => read(`server/platform/config/${name}`)).join();

describe('ops/kubernetes', () => {
  it('names each of its files, and the release of package.json', () => {
    const files = readdirSync(new URL(FOLDER, root)).filter((name) => name !== 'kustomization.yaml');
    expect([...kustomization.resources].sort()).toEqual(files.sort());
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(kustomization.images).toMatchObject([{ name: 'recoup', newTag: version }]);
  });

  it('runs servers, workers and the migration, by commands that the build has', () => {
    expect(pods.map(({ name }) => name).sort()).toEqual(['migrate', 'server', 'workers']);
    for (const { container } of pods) {
      const { command, startupProbe, readinessProbe, livenessProbe } = container;
      const probes = [startupProbe, readinessProbe, livenessProbe].flatMap(
        (probe) => probe?.exec.command ?? [],
      );
      const scripts = [...command, ...probes].filter((word) => word.startsWith('dist/'));
      expect(scripts.length).toBeGreaterThan(0);
      for (const script of scripts)
        expect([script, existsSync(new URL(script.replace('dist/', '').replace(/js$/, 'ts'), root))]).toEqual(
          [script, true],
        );
    }
  });

  it('sets variables that the configuration reads, and takes secrets from files alone', () => {
    const literals = kustomization.configMapGenerator.flatMap(({ literals: each }) => each);
    const set = literals.map((line) => line.split('=')[0]!);
    for (const { name, pod, container } of pods) {
      const names = container.env.map((variable) => variable.name);
      for (const variable of [...names, ...set])
        expect([variable, CONFIG.includes(variable.replace(/(URL|TOKEN)_FILE$/, '$1'))]).toEqual([
          variable,
          true,
        ]);
      const kept = pod.volumes.find(({ secret }) => secret)!.secret!.items.map(({ path }) => path);
      const files = container.env.map(({ value }) => value.replace('/run/recoup/', ''));
      expect({ name, files: files.sort() }).toEqual({ name, files: kept.sort() });
      expect(names.includes('RECOUP_MIGRATE_DATABASE_URL_FILE')).toBe(name === 'migrate');
    }
    expect(read(`${FOLDER}/kustomization.yaml`)).not.toMatch(/secretGenerator|password=/i);
  });

  it('lets no process be root, gain rights, or write beside its volumes, and ends its memory', () => {
    for (const { pod, container } of pods) {
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.resources.limits.memory).toMatch(/^\d+Gi$/);
      expect(container.volumeMounts.map(({ mountPath }) => mountPath).sort()).toEqual([
        '/data',
        '/run/recoup',
        '/tmp',
      ]);
    }
  });

  it('keeps some of each while machines are emptied, and asks by the ports that they listen at', () => {
    const budgets = of('PodDisruptionBudget').map(({ metadata, spec }) => [
      metadata.name,
      spec['minAvailable'],
    ]);
    expect(budgets).toEqual([
      ['server', 2],
      ['workers', 1],
    ]);
    const portOf = (app: string) => pods.find(({ name }) => name === app)!.container.ports;
    expect(portOf('server')).toEqual([
      { name: 'http', containerPort: Number(/PORT=(\d+)/.exec(read('Dockerfile'))![1]) },
    ]);
    expect(kustomization.configMapGenerator[0]!.literals).toContain(
      `RECOUP_METRICS_PORT=${portOf('workers')![0]!.containerPort}`,
    );
    const [scaler] = of('HorizontalPodAutoscaler');
    expect(JSON.stringify(scaler)).toContain('recoup_queue_oldest_seconds');
    expect(read('workers/backlog-metrics.ts')).toContain("'recoup_queue_oldest_seconds'");
  });
});
