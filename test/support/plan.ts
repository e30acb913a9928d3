import type { Statement } from '../../server/platform/db/sql.js';
import type { Api } from './stack.js';

/** How the server reads one table of a statement. `Extra` is empty where it has nothing to say. */
export interface PlanStep {
  table: string | null;
  type: string | null;
  key: string | null;
  Extra: string;
}

/** The plan of a statement. MySQL draws a tree unless it is asked for the table, which MariaDB knows by the same word. */
export async function planOf(api: Api, { text, params }: Statement): Promise<PlanStep[]> {
  const steps = await api.rows<PlanStep>({ text: `EXPLAIN FORMAT=TRADITIONAL ${text}`, params });
  return steps.map((step) => ({ ...step, Extra: step.Extra ?? '' }));
}
