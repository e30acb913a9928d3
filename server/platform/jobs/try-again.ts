/** Thrown by a job that wants to run again after a delay that it chooses; it is not a failure. */
export class TryAgain extends Error {
  constructor(
    readonly delayMs: number,
    message: string,
  ) {
    super(message);
  }
}
