import { fileURLToPath } from 'node:url';
import { CarrierControl } from '../../../bench/lib/carrier-control.js';
import { App } from './apps.js';

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
