/**
 * Merges single requests into runs: while one run is under way, new requests are collected for the next. When a run fails,
 * it fails for all its requests.
 */
export class Batches<In, Out> {
  private waiting: { input: In; resolve: (output: Out) => void; reject: (error: unknown) => void }[] = [];
  private running = 0;
  private planned = false;

  /** @param run answers one output for each input, in order. */
  constructor(
    private readonly run: (inputs: In[]) => Promise<Out[]>,
    private readonly limits: { size: number; atOnce: number },
  ) {}

  add(input: In): Promise<Out> {
    const answer = new Promise<Out>((resolve, reject) => this.waiting.push({ input, resolve, reject }));
    this.plan();
    return answer;
  }

  /** At the end of this turn of the event loop, so that requests which arrive together share a run. */
  private plan(): void {
    if (this.planned || this.running >= this.limits.atOnce || this.waiting.length === 0) return;
    this.planned = true;
    setImmediate(() => {
      this.planned = false;
      void this.start();
    });
  }

  private async start(): Promise<void> {
    const batch = this.waiting.splice(0, this.limits.size);
    if (batch.length === 0) return;
    this.running++;
    this.plan();
    try {
      const outputs = await this.run(batch.map(({ input }) => input));
      batch.forEach(({ resolve }, index) => resolve(outputs[index]!));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.running--;
      this.plan();
    }
  }
}
