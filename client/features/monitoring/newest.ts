import { original } from '@reduxjs/toolkit';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import type { CallError } from '../../api/envelope';
import type { Call } from '../../api/http';
import { createTagQueue } from '../../realtime/tag-queue';
import { KEPT } from './feed-rows';

/** The newest rows of a list and how many it has, both kept up by what is pushed. */
export interface Feed<Row> {
  rows: readonly Row[];
  total: number;
}

const PART = 200;
const WAIT_MS = 2_000;

type PageResult<Row> = { data: Page<Row> } | { error: CallError };
export type Newest<Row> = { data: Feed<Row> } | { error: CallError };

/**
 * The newest part, or, of a page that knows some, as many as it has missed: up to all that it keeps.
 *
 * @param send one call of the list
 */
export async function newest<Row>(
  send: (call: Call) => unknown,
  { path, params }: Call,
  cursor: (row: Row) => { at: string; id: number },
  since: number | null,
): Promise<Newest<Row>> {
  const rows: Row[] = [];
  let total = 0;
  let after: string | undefined;
  for (;;) {
    const answer = (await send({ path, params: { ...params, size: PART, after } })) as PageResult<Row>;
    if ('error' in answer) return answer;
    if (after === undefined) total = answer.data.totalCount;
    rows.push(...answer.data.result);
    const last = answer.data.result.at(-1);
    const over = since === null || !last || answer.data.result.length < PART || rows.length >= KEPT;
    if (over || Date.parse(cursor(last).at) < since) return { data: { rows, total } };
    after = `${cursor(last).at}~${cursor(last).id}`;
  }
}

type Invalidation = ReturnType<typeof baseApi.util.invalidateTags>;

/** Facts that a frame leaves out are fetched, once for many frames. */
export function askingAgain(entry: { dispatch: (action: Invalidation) => unknown }): () => void {
  const queue = createTagQueue((tags) => void entry.dispatch(baseApi.util.invalidateTags(tags)), WAIT_MS);
  return () => queue([{ type: 'Behaviour' }]);
}

/** Two thousand rows are not followed one by one. */
export function known<Shown extends object>(shown: Shown): Shown {
  return (original(shown as never) as Shown | undefined) ?? shown;
}
