import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Faults that nodes of a cluster have from their start on. */
export interface Unfit {
  /** How far the second node's clock is behind, s. */
  behindS: number;
  /** Size of a disk of the first node's own, MB. */
  diskMb: number;
}

const ARCHITECTURE = { x64: 'x86_64', arm64: 'aarch64' }[process.arch as 'x64' | 'arm64'];
const LIBRARY = `/usr/lib/${ARCHITECTURE}-linux-gnu/faketime/libfaketimeMT.so.1`;

/** The environment of a program whose time of day is behind. What it measures by another clock goes on as it is. */
export function behind(seconds: number): NodeJS.ProcessEnv {
  if (!existsSync(LIBRARY)) throw new Error(`This fault needs faketime (${LIBRARY})`);
  return { ...process.env, LD_PRELOAD: LIBRARY, FAKETIME: `-${seconds}`, DONT_FAKE_MONOTONIC: '1' };
}

/** A small disk in memory, which can be filled up. Only the superuser may make one. */
export class SmallDisk {
  constructor(
    private readonly place: string,
    megabytes: number,
  ) {
    // The database looks at no disk whose source is not named like a device.
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, '/recoup-faults', place]);
    process.prependOnceListener('exit', () => this.remove());
  }

  fill(): void {
    // It ends with an error: that there is no room left is what it is for.
    spawnSync('dd', ['if=/dev/zero', `of=${this.ballast}`, 'bs=1M'], { stdio: 'ignore' });
  }

  free(): void {
    rmSync(this.ballast);
  }

  remove(): void {
    spawnSync('umount', ['--lazy', this.place], { stdio: 'ignore' });
  }

  private get ballast(): string {
    return join(this.place, 'ballast');
  }
}
