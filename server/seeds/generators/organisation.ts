/** The people of the demo and where they work. Pure: the same parameters give the same people. */

import type { Role } from '../../../contract/codes.js';
import { LIVENESS_MODES, type LivenessMode } from '../../../contract/liveness.js';
import { MEN, SURNAMES, WOMEN } from './names.js';
import { Random } from './random.js';

export interface DemoInstitution {
  code: string;
  name: string;
  parent: string | null;
  deviceData: boolean;
}
export const INSTITUTIONS: readonly DemoInstitution[] = [
  { code: 'CENTRO', name: 'Recoup Centro', parent: null, deviceData: false },
  { code: 'NORTE', name: 'Recoup Norte', parent: 'CENTRO', deviceData: false },
  { code: 'SUR', name: 'Recoup Sur', parent: 'CENTRO', deviceData: true },
];

export interface DemoQueue {
  code: string;
  name: string;
  institution: string;
  minDpd: number;
  maxDpd: number;
  kind: 'STANDARD' | 'LONG_AGING';
  type: 'AUTOMATIC' | 'MANUAL';
  /** A collector's target of a day as a share of the amount that the day began with, at MANY_CASES. */
  target: number;
}
/** Cases of a collector from which on a target asks for a smaller share of them: the day stays as long. */
const MANY_CASES = 135;
const FEW_CASES_SHARE = 2;

/** A sum that a day's payments can reach, whatever the size of the demo; in thousandths, as a form has it. */
export function targetOf({ target }: DemoQueue, casesOfCollector: number): number {
  return Math.round(1000 * target * Math.min(FEW_CASES_SHARE, MANY_CASES / casesOfCollector)) / 1000;
}

const queue = (code: string, minDpd: number, maxDpd: number, target: number): DemoQueue => ({
  code,
  name: `${code.split('-')[0]} ${minDpd}-${maxDpd}`,
  institution: { C: 'CENTRO', N: 'NORTE', S: 'SUR' }[code[0] as 'C' | 'N' | 'S'],
  minDpd,
  maxDpd,
  kind: minDpd >= 31 ? 'LONG_AGING' : 'STANDARD',
  type: 'AUTOMATIC',
  target,
});
export const QUEUES: readonly DemoQueue[] = [
  queue('C-D1', 1, 3, 0.04),
  { ...queue('C-D4', 4, 7, 0.036), type: 'MANUAL' },
  queue('C-D8', 8, 15, 0.03),
  queue('C-D16', 16, 30, 0.026),
  queue('C-LARGA', 31, 90, 0.018),
  queue('N-D1', 1, 7, 0.04),
  queue('N-D8', 8, 30, 0.028),
  queue('S-D1', 1, 30, 0.034),
];

/** The queues that a group works; groups beyond the sixth begin again. */
const GROUP_QUEUES = [
  ['C-D1', 'C-D4'],
  ['C-D8', 'C-D16'],
  ['C-LARGA'],
  ['N-D1'],
  ['N-D8'],
  ['S-D1'],
] as const;

export interface DemoGroup {
  name: string;
  institution: string;
}
export interface DemoPerson {
  username: string;
  name: string;
  role: Role;
  institution: string;
  group: string | null;
  queue: string | null;
  /** Days since they were hired. */
  tenure: number;
  /** 0.6 .. 1.4: how much of a day's work they do. */
  zeal: number;
  liveness: LivenessMode;
}
export interface Organisation {
  groups: DemoGroup[];
  people: DemoPerson[];
}

export interface OrganisationSize {
  collectors: number;
  leaders: number;
}

/** One leader per group, collectors spread over the groups, a supervisor per institution and two administrators. */
export function organisation(seed: number, { collectors, leaders }: OrganisationSize): Organisation {
  const staff = new Staff(seed);
  const groups = Array.from({ length: leaders }, (_, index) => {
    const code = GROUP_QUEUES[index % GROUP_QUEUES.length]![0];
    const institution = QUEUES.find((one) => one.code === code)!.institution;
    return { name: `Equipo ${index + 1}`, institution };
  });
  const admin = staff.hire('admin', 'CENTRO', null, null, 'Jorge Ramírez');
  const supervisors = INSTITUTIONS.map(({ code }) =>
    staff.hire('supervisor', code, null, null, 'Lucía Torres'),
  );
  const heads = groups.map((group) =>
    staff.hire('leader', group.institution, group.name, null, 'Carlos Hernández'),
  );
  const members = Array.from({ length: collectors }, (_, index) => {
    const group = groups[index % leaders]!;
    const queues = GROUP_QUEUES[(index % leaders) % GROUP_QUEUES.length]!;
    const code = queues[Math.floor(index / leaders) % queues.length]!;
    const person = staff.hire('member', group.institution, group.name, code, 'María García');
    // The second and the third collector show their face: each way of the check can be tried.
    return { ...person, liveness: LIVENESS_MODES[index] ?? 'NONE' };
  });
  // Some things take two administrators.
  const deputy = staff.hire('admin', 'CENTRO', null, null, 'Jorge Ramírez');
  return { groups, people: [admin, ...supervisors, ...heads, ...members, deputy] };
}

class Staff {
  private readonly random: Random;
  private readonly taken = new Map<string, number>();

  constructor(seed: number) {
    this.random = new Random(seed, 77);
  }

  /** The first of a role gets the name that is easy to remember. */
  hire(
    role: Role,
    institution: string,
    group: string | null,
    queue: string | null,
    first: string,
  ): DemoPerson {
    const { random } = this;
    const any = `${random.pick(random.chance(0.5) ? WOMEN : MEN)} ${random.pick(SURNAMES)}`;
    const name = this.taken.has(plainUsername(first)) ? any : first;
    const username = this.username(name);
    const [tenure, zeal] = [random.between(20, 1_500), 0.6 + random.next() * 0.8];
    return { username, name, role, institution, group, queue, tenure, zeal, liveness: 'NONE' };
  }

  private username(name: string): string {
    const base = plainUsername(name);
    const count = (this.taken.get(base) ?? 0) + 1;
    this.taken.set(base, count);
    return count === 1 ? base : `${base}${count}`;
  }
}

function plainUsername(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(' ', '.');
}
