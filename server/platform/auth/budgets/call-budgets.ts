import { AppError } from '../../http/app-error.js';
import { MB } from '../../http/body-limits.js';
import { TokenBuckets } from './token-buckets.js';

/**
 * A caller's budget at once and by the second: an address before anybody has signed in and of the lender's platform, a
 * session after that. A
 * call centre has one address: when hundreds come at eight o'clock they need three calls each. A session's are what a
 * person with a fast hand and several tabs never reaches. A stranger calls what needs a session and has none: the pages of
 * a whole floor do so at once when their sessions have ended.
 */
const CALLS = {
  public: { burst: 600, perSecond: 20 },
  stranger: { burst: 2_000, perSecond: 50 },
  read: { burst: 600, perSecond: 30 },
  change: { burst: 200, perSecond: 10 },
  file: { burst: 40, perSecond: 0.5 },
  intake: { burst: 400, perSecond: 40 },
} as const;
export type CallKind = keyof typeof CALLS;

/**
 * The same of bodies, in bytes: a sign-in has one of 1 KB, a picture one of 1.4 MB. `signed` is counted by address before a
 * signature can be checked, and a provider sends from one. Files of forms are counted by `UploadSlots` instead.
 */
const BYTES = {
  public: { burst: 4 * MB, perSecond: MB / 8 },
  session: { burst: 8 * MB, perSecond: MB / 4 },
  signed: { burst: 64 * MB, perSecond: 8 * MB },
} as const;
export type BytesKind = keyof typeof BYTES;

/** How often and how much each caller may send, by kind. It refuses one call, never a caller. Kept by each process for itself. */
export class CallBudgets {
  private readonly calls: Record<CallKind, TokenBuckets>;
  private readonly bytes: Record<BytesKind, TokenBuckets>;

  /** @param scale of what a session may: more than 1 where machines call by people's sessions */
  constructor(scale: number) {
    this.calls = bucketsOf(CALLS, scale);
    this.bytes = bucketsOf(BYTES, Math.max(1, scale));
  }

  /** @throws request.tooMany with the seconds to wait */
  spend(kind: CallKind, caller: string): void {
    spendFrom(this.calls[kind], caller, 1);
  }

  /** @throws request.tooMany with the seconds to wait */
  spendBytes(kind: BytesKind, caller: string, bytes: number): void {
    spendFrom(this.bytes[kind], caller, bytes);
  }
}

function spendFrom(bucket: TokenBuckets, caller: string, amount: number): void {
  if (!bucket.take(caller, amount))
    throw new AppError('request.tooMany', { seconds: bucket.wait(caller, amount) });
}

function bucketsOf<Kind extends string>(
  limits: Record<Kind, { burst: number; perSecond: number }>,
  scale: number,
): Record<Kind, TokenBuckets> {
  const entries = Object.entries<{ burst: number; perSecond: number }>(limits);
  const buckets = entries.map(([kind, { burst, perSecond }]) => {
    const by = kind === 'public' ? 1 : scale;
    return [kind, new TokenBuckets({ burst: burst * by, perSecond: perSecond * by })];
  });
  return Object.fromEntries(buckets) as Record<Kind, TokenBuckets>;
}
