import type { Tag } from '../../../contract/realtime';

/** The tags of the case that a call is about: it is asked for by the case's id, or names it as `taskId`. */
export function ofTask<Type extends Tag['type']>(...types: Type[]) {
  return (_result: unknown, _error: unknown, args: number | { taskId: number }) =>
    types.map((type) => ({ type, id: typeof args === 'number' ? args : args.taskId }));
}
