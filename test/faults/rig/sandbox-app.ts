import { fileURLToPath } from 'node:url';
import { CarrierControl } from '../../../bench/lib/carrier-control.js';
import { App, freePort } from './apps.js';

const script = fileURLToPath(new URL('../../../sandbox/main.js', import.meta.url));

/** The sandbox as a process of the rig's, for faults that send messages. */
export class SandboxApp {
  readonly app: App;
  readonly carrier: CarrierControl;

  constructor(env: NodeJS.ProcessEnv, port: number, logFile: string) {
    const url = `http://127.0.0.1:${port}`;
    const own = { ...env, SANDBOX_PORT: String(port), SANDBOX_URL: url };
    this.app = new App('sandbox', script, own, logFile);
    this.carrier = new CarrierControl(url);
  }
}

/** Tells the product's processes of it by their environment. */
export async function startSandbox(
  env: NodeJS.ProcessEnv,
  serverPort: number,
  logFile: string,
): Promise<SandboxApp> {
  const port = await freePort();
  env['RECOUP_SERVER_URL'] = `http://127.0.0.1:${serverPort}`;
  env['SANDBOX_URL'] = `http://127.0.0.1:${port}`;
  const sandbox = new SandboxApp(env, port, logFile);
  sandbox.app.start();
  await sandbox.app.ready();
  return sandbox;
}
