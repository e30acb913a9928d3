/** Thrown by a job that is to run again after a time of its own choosing; no failure. */
export class TryAgain extends Error {
  constructor(
    readonly delayMs: number,
    message: string,
  ) {
    super(message);
  }
}
