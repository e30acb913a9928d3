import type { Figure } from './figures.js';
import { openSite, type Site } from './site.js';

export interface Options {
  only: string[];
  cases: number;
  /** The smaller and the larger portfolio. */
  growth: [small: number, large: number];
  /** Sizes of the larger organisation, and the browsers that receive a change of rights. */
  office: { people: number; institutions: number; audit: number; sockets: number };
  /** Behaviour and call records of the larger side. */
  records: { behaviours: number; calls: number };
  rounds: number;
  /** Seconds of one side in one round. */
  seconds: number;
}

/** Input of a benchmark. */
export interface Context {
  options: Options;
  say: (line: string) => void;
  site(cases: number): Promise<Site>;
}

export type Benchmark = (context: Context) => Promise<Figure[]>;

export function contextOf(options: Options, say: (line: string) => void): Context {
  const sites = new Map<number, Promise<Site>>();
  return {
    options,
    say,
    site: (cases) => {
      const site = sites.get(cases) ?? openSite(cases, say);
      sites.set(cases, site);
      return site;
    },
  };
}

/** The product's pools: half of RECOUP_DB_CONNECTIONS for reads, half for commands. The floor gets as many. */
export const FLOOR_CONNECTIONS = 12;
