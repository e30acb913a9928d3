import type { PushEnvelope } from '../../contract/realtime';

/**
 * `next`: in order. `repeat`: seen already, or of a relay that no longer leads: drop it. `gap`: frames were lost (or the relay began a new life): deliver it,
 * then refetch what is on screen.
 */
export type Verdict = 'next' | 'repeat' | 'gap';

/** Outside the count: presence, which may be lost without harm. */
const UNSEQUENCED = 0;

interface Position {
  epoch: number;
  seq: number;
}

/** Where each room stands, so that a lost frame is noticed. The first frame of an unknown room is its beginning. */
export class Sequence {
  private readonly positions = new Map<string, Position>();

  accept({ room, epoch, seq }: Pick<PushEnvelope, 'room' | 'epoch' | 'seq'>): Verdict {
    if (seq === UNSEQUENCED) return 'next';
    const known = this.positions.get(room);
    if (known && (epoch < known.epoch || (epoch === known.epoch && seq <= known.seq))) return 'repeat';
    this.positions.set(room, { epoch, seq });
    if (!known) return 'next';
    return known.epoch === epoch && seq === known.seq + 1 ? 'next' : 'gap';
  }

  leave(room: string): void {
    this.positions.delete(room);
  }

  clear(): void {
    this.positions.clear();
  }
}
