/** "2026-11-21T16:00", as a date and time field wants it, in the reader's zone; '' for none. */
export function toField(moment: string | null): string {
  if (!moment) return '';
  const at = new Date(moment);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The end of the minute that a field means, so that what happened within it is seen; null when it is empty. */
export function fromField(text: string): string | null {
  const at = new Date(text);
  if (!text || Number.isNaN(at.getTime())) return null;
  return new Date(at.getTime() + 59_999).toISOString();
}
