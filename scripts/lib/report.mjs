const wide = process.stdout.isTTY && !process.env.CI;
const frames = ['⠋', '⠙', '⠸', '⠴', '⠦', '⠇'];

export const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

/** Named steps with a progress line while they last and a table of how long each took. */
export class Steps {
  constructor() {
    this.done = [];
    this.active = new Map();
    this.started = performance.now();
    this.frame = 0;
  }

  /**
   * Runs one step; `work` gets a function that replaces the note shown beside the title.
   * `quiet` leaves the terminal to a child that shows its own progress.
   */
  async step(title, work, { quiet = false } = {}) {
    if (this.stopped) throw new Error('Stopped.');
    const step = { title, note: '', quiet, started: performance.now() };
    this.active.set(title, step);
    if (!wide || quiet) console.log(`… ${title}`);
    this.tick();
    let failed = true;
    try {
      const result = await work((note) => this.note(step, note));
      failed = false;
      return result;
    } finally {
      this.finish(step, failed);
    }
  }

  note(step, note) {
    step.note = note;
    if (!wide) console.log(`  ${note}`);
  }

  finish(step, failed) {
    this.active.delete(step.title);
    const took = performance.now() - step.started;
    this.done.push({ title: step.title, took });
    if (this.active.size === 0) clearInterval(this.timer);
    if (this.active.size === 0) this.timer = undefined;
    if (!this.stopped) this.line(`${failed ? '✗' : '✓'} ${step.title} ${seconds(took)}${this.noteOf(step)}`);
  }

  noteOf(step) {
    return step.note && wide ? ` (${step.note})` : '';
  }

  /** Prints a line without tearing the progress line. */
  line(text) {
    this.clear();
    console.log(text);
  }

  clear() {
    if (wide) process.stdout.write('\r\x1b[K');
  }

  tick() {
    if (this.timer) return;
    this.timer = setInterval(() => this.show(), wide ? 120 : 10_000);
    this.timer.unref();
  }

  show() {
    const steps = [...this.active.values()];
    if (steps.length === 0 || (wide && steps.some((step) => step.quiet))) return;
    const texts = steps.map(
      (step) => `${step.title} ${seconds(performance.now() - step.started)}${this.noteOf(step)}`,
    );
    if (!wide) return texts.forEach((text) => console.log(`… still ${text}`));
    this.frame = (this.frame + 1) % frames.length;
    const room = (process.stdout.columns ?? 100) - 4;
    process.stdout.write(`\r\x1b[K${frames[this.frame]} ${texts.join(' · ').slice(0, room)}`);
  }

  /** From here on nothing more begins, and what still ends does so in silence. */
  stop() {
    this.stopped = true;
    clearInterval(this.timer);
    this.clear();
  }

  table() {
    const total = { title: 'all', took: performance.now() - this.started };
    const width = Math.max(...this.done.map(({ title }) => title.length));
    return [...this.done, total].map(
      ({ title, took }) => `  ${title.padEnd(width)}  ${seconds(took).padStart(8)}`,
    );
  }
}
