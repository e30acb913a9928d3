import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { brokenRules } from './invariants.js';
import type { Rig, World } from './rig.js';
import { tally } from './tally.js';
import { seconds } from './wait.js';

/** A fault's own story: what it killed under which load, and what it saw besides. */
export interface Story {
  load: string;
  /** From each kill to full service, ms; empty when nothing was killed. */
  recoveries: number[];
  /** Expectations that were not met. */
  failures: string[];
  notes: string[];
}

export interface Fault extends World {
  id: string;
  name: string;
  /** So long that it runs only when it is named. */
  alone?: boolean;
  run(rig: Rig): Promise<Story>;
}

export interface Verdict {
  id: string;
  name: string;
  load: string;
  acknowledged: number;
  lost: number;
  doubled: number;
  half: number;
  recovery: number | null;
  differences: number;
  failures: string[];
  notes: string[];
}

const RECOVERY_TARGET_S = 10;
const SHOWN = 5;
const replayTool = fileURLToPath(new URL('../../../server/tools/replay.js', import.meta.url));

/** Waits until all is carried, and counts. */
export async function judge(fault: Fault, rig: Rig): Promise<Verdict> {
  const story = await fault.run(rig);
  await rig.drained();
  const counted = await tally(rig);
  const broken = await brokenRules(rig);
  const replay = await replayCheck(rig);
  const recovery = story.recoveries.length > 0 ? seconds(Math.max(...story.recoveries)) : null;
  const doubled = [...counted.doubled, ...broken.doubled];
  const half = [...counted.half, ...broken.half];
  const failures = [
    ...story.failures,
    ...[...rig.servers, ...rig.workers].flatMap((app) => app.crashes),
    ...shown('lost', counted.lost),
    ...shown('doubled', doubled),
    ...shown('half done', half),
    ...shown('replay', replay.differences),
    ...(counted.unanswered > 0 ? [`${counted.unanswered} calls were never answered`] : []),
    ...(recovery !== null && recovery >= RECOVERY_TARGET_S ? [`recovery took ${recovery} s`] : []),
  ];
  return {
    id: fault.id,
    name: fault.name,
    load: story.load,
    acknowledged: counted.acknowledged,
    lost: counted.lost.length,
    doubled: doubled.length,
    half: half.length,
    recovery,
    differences: replay.differences.length,
    failures,
    notes: [...story.notes, `${counted.refused} refused by the rules; replayed ${replay.events} events`],
  };
}

/** The product's own check, as an operator runs it. */
async function replayCheck(rig: Rig): Promise<{ events: number; differences: string[] }> {
  const { output, code } = await new Promise<{ output: string; code: number }>((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [replayTool, '--check'],
      { env: rig.env },
      (error, stdout, stderr) => {
        if (error && typeof error.code !== 'number') return reject(error);
        resolve({ output: stdout + stderr, code: child.exitCode ?? 1 });
      },
    );
  });
  const summary = /replayed (\d+) events: .*, (\d+) differences/.exec(output);
  if (!summary) throw new Error(`The replay check said: ${output}`);
  const differences = output.split('\n').filter((line) => line.startsWith('  '));
  if ((code === 0) !== (Number(summary[2]) === 0))
    throw new Error(`The replay check ended with ${code}: ${output}`);
  return { events: Number(summary[1]), differences: differences.map((line) => line.trim()) };
}

function shown(name: string, offenders: readonly string[]): string[] {
  const more = offenders.length > SHOWN ? [`${name}: and ${offenders.length - SHOWN} more`] : [];
  return [...offenders.slice(0, SHOWN).map((offender) => `${name}: ${offender}`), ...more];
}
