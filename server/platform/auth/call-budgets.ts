import { AppError } from '../http/app-error.js';
import { TokenBuckets } from './token-buckets.js';

/**
 * What one caller may ask for at once and by the second: an address before anybody has signed in and of the lender's platform, a session after that. A
 * call centre has one address: when hundreds come at eight o'clock they need three calls each. A session's are what a
 * person with a fast hand and several tabs never reaches.
 */
const BUDGETS = {
  public: { burst: 600, perSecond: 20 },
  read: { burst: 600, perSecond: 30 },
  change: { burst: 200, perSecond: 10 },
  file: { burst: 40, perSecond: 0.5 },
  intake: { burst: 400, perSecond: 40 },
} as const;
export type CallKind = keyof typeof BUDGETS;

/** How often each caller may call, by kind. It refuses one call, never a caller. Kept by each process for itself. */
export class CallBudgets {
  private readonly buckets: Record<CallKind, TokenBuckets>;

  /** @param scale of what a session may: more than 1 where machines call by people's sessions */
  constructor(scale: number) {
    const of = (kind: CallKind) => {
      const { burst, perSecond } = BUDGETS[kind];
      const by = kind === 'public' ? 1 : scale;
      return new TokenBuckets({ burst: burst * by, perSecond: perSecond * by });
    };
    this.buckets = {
      public: of('public'),
      read: of('read'),
      change: of('change'),
      file: of('file'),
      intake: of('intake'),
    };
  }

  /** @throws request.tooMany with the seconds to wait */
  spend(kind: CallKind, caller: string): void {
    const bucket = this.buckets[kind];
    if (!bucket.take(caller)) throw new AppError('request.tooMany', { seconds: bucket.wait(caller) });
  }
}
