/**
 * Sends the first change of a key at once and merges later ones into one message every `paceMs`.
 */
export class Throttle<Change, Key extends number | string> {
  /** Null when nothing has changed since the last one was sent. */
  private readonly waiting = new Map<Key, Change | null>();

  constructor(
    private readonly merge: (before: Change, next: Change) => Change,
    private readonly send: (key: Key, change: Change) => void,
    private readonly paceMs: number,
  ) {}

  add(key: Key, change: Change): void {
    const before = this.waiting.get(key);
    if (before === undefined) this.sendNow(key, change);
    else this.waiting.set(key, before === null ? change : this.merge(before, change));
  }

  private sendNow(key: Key, change: Change): void {
    this.send(key, change);
    this.waiting.set(key, null);
    setTimeout(() => this.next(key), this.paceMs).unref();
  }

  private next(key: Key): void {
    const change = this.waiting.get(key) ?? null;
    if (change === null) this.waiting.delete(key);
    else this.sendNow(key, change);
  }
}
