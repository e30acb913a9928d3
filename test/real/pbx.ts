import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXTENSION } from '../features/calls/asterisk-calls.js';
import { eventually } from '../support/eventually.js';
import { agentTo } from '../support/http.js';
import { outsidePort } from '../support/outside.js';

export const ARI_USER = 'recoup';
/** By their addresses Asterisk knows who calls. */
export const COLLECTOR_ADDRESS = '127.0.0.2';
export const TRUNK_ADDRESS = '127.0.0.3';
export const ARI_PASSWORD = 'a-password-of-a-test';

export interface Pbx {
  /** Address of its HTTP interface. */
  url: string;
  sipPort: number;
  /** Ends it as a failing machine would. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Asterisk on loopback, by `RECOUP_ASTERISK_ROOT`: the folder it is unpacked into, or "/" where it is installed. It knows one
 * collector's telephone, `EXTENSION`, and one trunk, each at a port of this machine.
 */
export async function startPbx(root: string, phones: { collector: number; trunk: number }): Promise<Pbx> {
  const [httpPort, sipPort] = [await outsidePort(), await outsidePort()];
  const home = `/tmp/recoup-asterisk-${httpPort}`;
  const folder = join(root, home);
  for (const name of ['etc', 'run', 'log', 'spool/recording', 'lib'])
    mkdirSync(join(folder, name), { recursive: true });
  for (const [name, text] of Object.entries(configuration(home, { httpPort, sipPort, ...phones })))
    writeFileSync(join(folder, 'etc', name), text);
  let asterisk: ChildProcess | undefined;
  const url = `http://127.0.0.1:${httpPort}`;
  const start = async () => {
    const program = ['/usr/sbin/asterisk', '-f', '-C', `${home}/etc/asterisk.conf`];
    const [command = '', ...more] = root === '/' ? program : ['chroot', root, ...program];
    asterisk = spawn(command, more, { stdio: 'ignore' });
    await untilReady(url, asterisk);
  };
  const end = async () => {
    const running = asterisk;
    if (running && running.exitCode === null && running.signalCode === null) {
      const gone = new Promise((resolve) => running.once('exit', resolve));
      running.kill('SIGKILL');
      await gone;
    }
  };
  await start();
  return {
    ...{ url, sipPort, start },
    kill: end,
    async close() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilReady(url: string, asterisk: ChildProcess): Promise<void> {
  const exchange = agentTo(url).auth(ARI_USER, ARI_PASSWORD);
  await eventually(async () => {
    if (asterisk.exitCode !== null) return;
    await exchange.get('/ari/asterisk/ping').expect(200);
  });
  if (asterisk.exitCode === null) return;
  throw new Error('Asterisk did not start');
}

function configuration(
  home: string,
  {
    httpPort,
    sipPort,
    collector,
    trunk,
  }: { httpPort: number; sipPort: number; collector: number; trunk: number },
): Record<string, string> {
  const phone = (name: string, port: number, address: string, context: string) => `
[${name}]
type=endpoint
transport=udp
context=${context}
aors=${name}
disallow=all
allow=ulaw
direct_media=no
[${name}]
type=aor
contact=sip:${name}@${address}:${port}
[${name}]
type=identify
endpoint=${name}
match=${address}
`;
  return {
    'asterisk.conf': `[directories](!)
[directories]
astetcdir => ${home}/etc
astrundir => ${home}/run
astlogdir => ${home}/log
astspooldir => ${home}/spool
astvarlibdir => ${home}/lib
astdbdir => ${home}/lib
`,
    'modules.conf': `[modules]
autoload=yes
noload=chan_iax2.so
noload=pbx_dundi.so
noload=res_hep.so
`,
    'logger.conf': `[logfiles]\nmessages => warning,error\n`,
    'http.conf': `[general]\nenabled=yes\nbindaddr=127.0.0.1\nbindport=${httpPort}\n`,
    'ari.conf': `[general]\nenabled=yes\n[${ARI_USER}]\ntype=user\npassword=${ARI_PASSWORD}\n`,
    'rtp.conf': `[general]\nrtpstart=20000\nrtpend=20200\n`,
    'pjsip.conf': `[global]
type=global
endpoint_identifier_order=ip
[udp]
type=transport
protocol=udp
bind=127.0.0.1:${sipPort}
${phone(EXTENSION, collector, COLLECTOR_ADDRESS, 'house')}${phone('trunk', trunk, TRUNK_ADDRESS, 'outside')}`,
    'extensions.conf': `[outside]
exten => _X.,1,Stasis(recoup,incoming,\${EXTEN})
 same => n,Hangup()
[house]
`,
  };
}
