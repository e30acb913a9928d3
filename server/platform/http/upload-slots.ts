import { AppError } from './app-error.js';
import { MB } from './body-limits.js';

const PER_CALLER = 2;
/** Bytes of all uploads in progress, as their senders declare them: each is held in memory, and for a moment twice. */
const MAX_BYTES = 128 * MB;
const RETRY_S = 5;

/** Which files come in at this moment. Kept by each process for itself, as the memory is that they need. */
export class UploadSlots {
  private readonly byCaller = new Map<string, number>();
  private bytes = 0;

  constructor(private readonly maxBytes = MAX_BYTES) {}

  /** @returns how to give the slot back. @throws request.tooMany */
  take(caller: string, bytes: number): () => void {
    const open = this.byCaller.get(caller) ?? 0;
    if (open >= PER_CALLER || this.bytes + bytes > this.maxBytes)
      throw new AppError('request.tooMany', { seconds: RETRY_S });
    this.byCaller.set(caller, open + 1);
    this.bytes += bytes;
    return () => {
      const left = this.byCaller.get(caller)! - 1;
      if (left > 0) this.byCaller.set(caller, left);
      else this.byCaller.delete(caller);
      this.bytes -= bytes;
    };
  }
}
