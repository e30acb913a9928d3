import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

const HTTP_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/**
 * Metrics of this process. A label is one of a set that the code knows (a route as it was declared, a code, a
 * queue, a rule): never a value of a request, an id or a name, which would be personal data and would have no end.
 */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  readonly httpSeconds = new Histogram({
    name: 'recoup_http_request_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['method', 'route'],
    buckets: HTTP_SECONDS,
    registers: [this.registry],
  });
  readonly httpAnswers = this.counter('recoup_http_answers_total', 'Answers; code is the envelope’s, 00 is success.', [
    'method', 'route', 'status', 'code',
  ]); // prettier-ignore
  readonly events = this.counter('recoup_events_total', 'Events that the relay has carried.', ['name']);
  readonly complianceDecisions = this.counter(
    'recoup_guard_decisions_total',
    'Judged contacts, incoming ones too.',
    ['channel', 'outcome'],
  );
  readonly complianceRefusals = this.counter(
    'recoup_guard_refusals_total',
    'Rules that stood against a contact.',
    ['rule'],
  );
  readonly jobFailures = this.counter('recoup_job_failures_total', 'Attempts of jobs that failed.', ['job']);

  private counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  /** A figure that is looked up when it is asked for. What cannot be looked up in time is NaN, and the others are told. */
  gauge<Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    read: () => Reading<Label>[] | Promise<Reading<Label>[]>,
  ): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      async collect() {
        const readings = await inTime(read);
        this.reset();
        if (!readings) return labelNames.length === 0 ? this.set(Number.NaN) : undefined;
        for (const { labels, value } of readings) this.set(labels ?? {}, value);
      },
    });
  }
}

interface Reading<Label extends string = string> {
  labels?: Record<Label, string>;
  value: number;
}

const LONGEST_LOOK_MS = 1_000;

/** @returns null when the look failed or took too long: that a part is away is told by other means. */
async function inTime<Answer>(look: () => Answer | Promise<Answer>): Promise<Answer | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), LONGEST_LOOK_MS);
  });
  try {
    return await Promise.race([Promise.resolve().then(look), late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
