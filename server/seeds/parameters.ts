import { z } from 'zod';

const whole = (fallback: number, max: number) => z.coerce.number().int().min(1).max(max).default(fallback);

const Parameters = z.object({
  RECOUP_DEMO_CASES: whole(20_000, 5_000_000),
  RECOUP_DEMO_COLLECTORS: whole(60, 50_000),
  RECOUP_DEMO_LEADERS: whole(6, 5_000),
  RECOUP_DEMO_SEED: z.coerce.number().int().default(2026),
});

export interface SeedParameters {
  cases: number;
  collectors: number;
  leaders: number;
  seed: number;
}

export function seedParameters(environment: Record<string, string | undefined>): SeedParameters {
  const env = Parameters.parse(environment);
  const collectors = env.RECOUP_DEMO_COLLECTORS;
  return {
    cases: env.RECOUP_DEMO_CASES,
    collectors,
    leaders: Math.min(env.RECOUP_DEMO_LEADERS, collectors),
    seed: env.RECOUP_DEMO_SEED,
  };
}
