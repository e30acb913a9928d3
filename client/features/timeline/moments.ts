/** So that what happened within the minute that was chosen is seen. */
export function endOfMinute(moment: string): string {
  return new Date(Math.floor(Date.parse(moment) / 60_000) * 60_000 + 59_999).toISOString();
}
