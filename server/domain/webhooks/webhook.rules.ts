import type { WebhookEvent, WebhookState } from '../../../contract/administration/webhooks.js';

/** A row of the chain of events, with the case that it is about. */
export interface ChainedEvent {
  seq: number;
  id: number;
  name: string;
  at: Date;
  /** JSON, as it is stored. */
  payload: string;
  caseId: number | null;
  loanNo: string | null;
  /** Path of the case's institution. */
  path: string | null;
}

/** An event as it is sent. `id` is the same each time: who has taken it leaves it out. */
export interface SentEvent {
  id: number;
  seq: number;
  name: string;
  at: string;
  caseId: number;
  loanId: string;
  data: unknown;
}

interface Listener {
  institutionId: number;
  events: readonly WebhookEvent[];
}

/** Those of the chain that a webhook hears of, in their order. */
export function heardBy({ institutionId, events }: Listener, chain: readonly ChainedEvent[]): SentEvent[] {
  return chain.flatMap(({ seq, id, name, at, payload, caseId, loanNo, path }) => {
    const isMeant = (events as readonly string[]).includes(name) && path?.includes(`/${institutionId}/`);
    if (!isMeant || caseId === null || loanNo === null) return [];
    return [
      { id, seq, name, at: at.toISOString(), caseId, loanId: loanNo, data: JSON.parse(payload) as unknown },
    ];
  });
}

/** Events of one request. */
export const IN_ONE = 100;
const FIRST_MS = 5_000;
const LONGEST_MS = 3_600_000;

/** After so many failures in a row: 5 s, and twice as long each time, an hour at most. */
export function pauseAfter(failures: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 16));
}

/** Whether it is sent to now, and else why not. */
export function stateOf(
  { enabled, starts, approvedBy }: { enabled: boolean; starts: string | null; approvedBy: number | null },
  failures: number,
): WebhookState {
  if (!enabled) return 'OFF';
  if (starts === null) return 'NO_SECRET';
  if (approvedBy === null) return 'WAITING';
  return failures > 0 ? 'FAILING' : 'SENDING';
}
