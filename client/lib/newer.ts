interface Versioned {
  version: number;
  /** The day of values counted anew each day: a later day's first version is newer than any of the day before. */
  day?: string;
}

/** The rule by which answers and pushed values meet on every screen: the newer one wins, whichever came last. */
export function isNewer(value: Versioned, shown: Versioned | undefined): boolean {
  if (!shown) return true;
  if (value.day && shown.day && value.day !== shown.day) return value.day > shown.day;
  return value.version > shown.version;
}

/** The shown value with a newer one laid over it, or itself when it is as new. */
export function patched<Shown extends Versioned>(shown: Shown, pushed: Versioned): Shown {
  return isNewer(pushed, shown) ? { ...shown, ...pushed } : shown;
}
