import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import HappyDomEnvironment from '@happy-dom/jest-environment';
import { OpenThings } from '../../../support/runner/open-things.mjs';
import { failFile, giveHooksTime } from '../../../support/runner/test-events.mjs';
import { FakeSocket } from './fake-socket.mjs';

/** Pixels of the window; happy-dom lays nothing out, and AG Grid draws only the columns that it has room for. */
const WINDOW = { width: 1920, height: 1080 };

/** A browser's window without layout, in which one spec file runs; a file that leaves something open fails. */
export default class BrowserEnvironment extends HappyDomEnvironment {
  constructor(config, context) {
    super(
      { ...config, projectConfig: { ...config.projectConfig, testEnvironmentOptions: OPTIONS } },
      context,
    );
    // In a test's environment antd gives every element the same id.
    this.global.process.env.NODE_ENV = 'development';
    giveSize(this.global);
    // Every element would be matched against every rule of antd and AG Grid, most of a test's time.
    this.global.getComputedStyle = ({ style }) => style;
    // happy-dom's own timers without a delay are one: when one throws, the others are lost.
    Object.assign(this.global, { setTimeout, clearTimeout, setInterval, clearInterval });
    Object.assign(this.global, {
      requestIdleCallback: (act) => setTimeout(act),
      globFrom,
      MessageChannel,
      WebSocket: FakeSocket,
    });
    this.global.HTMLCanvasElement.prototype.getContext = () => pen;
  }

  async setup() {
    await super.setup();
    this.open = new OpenThings(this.global);
  }

  async handleTestEvent({ name }, state) {
    giveHooksTime(name, state);
    if (name !== 'run_finish') return;
    const left = await this.open.left();
    if (left.length > 0) failFile(state, `Left open after the last test: ${left.join('; ')}`);
  }
}

const OPTIONS = {
  url: 'http://localhost/',
  customExportConditions: ['browser'],
  width: WINDOW.width,
  height: WINDOW.height,
};

/** Node's own would keep the process waiting for messages until somebody closes it. */
class MessageChannel {
  port1 = { onmessage: null };
  port2 = { postMessage: (data) => setImmediate(() => this.port1.onmessage?.({ data })) };
}

/** Draws nothing: every method answers nothing, and a text has no width. */
const pen = new Proxy(
  {},
  { get: (_, name) => (name === 'measureText' ? () => ({ width: 0 }) : () => undefined), set: () => true },
);

function giveSize({ HTMLElement }) {
  for (const [size, names] of [
    [WINDOW.width, ['clientWidth', 'offsetWidth']],
    [WINDOW.height, ['clientHeight', 'offsetHeight']],
  ])
    for (const name of names)
      Object.defineProperty(HTMLElement.prototype, name, { get: () => size, configurable: true });
}

/** Vite's `import.meta.glob` of JSON files, which Vite writes into the module when it builds. */
const globFrom = (module) => (patterns, options) => glob(dirname(fileURLToPath(module)), patterns, options);

function glob(folder, patterns, options = {}) {
  const [wanted, ...others] = [patterns].flat();
  const excluded = others.map((pattern) => regExpOf(pattern.slice(1)));
  const found = filesUnder(folder)
    .map((file) => `./${relative(folder, file)}`)
    .filter((file) => regExpOf(wanted).test(file) && !excluded.some((pattern) => pattern.test(file)));
  const read = (file) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const module = (file) => (options.import === 'default' ? read(file) : { default: read(file) });
  return Object.fromEntries(
    found.map((file) => [file, options.eager ? module(file) : async () => module(file)]),
  );
}

const filesUnder = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Understands `*` and `{a,b}`. */
function regExpOf(pattern) {
  const text = pattern
    .replaceAll('.', '\\.')
    .replaceAll('*', '[^/]*')
    .replace(/\{([^}]*)\}/g, (_, names) => `(?:${names.replaceAll(',', '|')})`);
  return new RegExp(`^${text}$`);
}
