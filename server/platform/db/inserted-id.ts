/**
 * The id that the insert of several rows just before gave to the one at this place. InnoDB reserves them at once, LAST_INSERT_ID is
 * the first, and they are a step apart that is more than 1 where several servers of a cluster number rows.
 */
export function insertedId(place: number): string {
  return `LAST_INSERT_ID() + ${place} * @@auto_increment_increment`;
}
