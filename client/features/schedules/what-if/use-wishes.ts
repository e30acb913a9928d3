import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import {
  PLANNED_STATES,
  WISHES,
  type PlannedState,
  type QueueWish,
  type Wishes,
  type WishName,
} from '../../../../contract/team/what-if';

const WISH = /^(\d+)\.(\w+)\.(\d+)$/;
const PERSON = /^(\d+)\.([A-Z_]+)$/;

/**
 * Changes of the plan stand in the address, so that they can be shared and survive a reload: `wish=7.perCapitaMax.40`,
 * `who=12.ABSENT`.
 */
export function useWishes(day: string) {
  const [search, setSearch] = useSearchParams();
  const wishes = useMemo(() => readWishes(search, day), [search, day]);
  /** Replaces what the address says of one thing; null takes it out. */
  const put = (name: 'wish' | 'who', about: string, value: string | null) => {
    const params = new URLSearchParams(search);
    const others = params.getAll(name).filter((each) => !each.startsWith(`${about}.`));
    params.delete(name);
    for (const each of value === null ? others : [...others, `${about}.${value}`]) params.append(name, each);
    setSearch(params, { replace: true });
  };
  return {
    wishes,
    count: wishes.people.length + search.getAll('wish').length,
    wish: (queueId: number, name: WishName, value: number | null) =>
      put('wish', `${queueId}.${name}`, value === null ? null : String(value)),
    plan: (userId: number, status: PlannedState | null) => put('who', String(userId), status),
    clear: () => {
      const params = new URLSearchParams(search);
      for (const name of ['wish', 'who']) params.delete(name);
      setSearch(params, { replace: true });
    },
  };
}

function readWishes(search: URLSearchParams, day: string): Wishes {
  const queues = new Map<number, QueueWish>();
  for (const text of search.getAll('wish')) {
    const [, id, field, value] = WISH.exec(text) ?? [];
    const name = WISHES.find((each) => each === field);
    if (!name) continue;
    const queueId = Number(id);
    queues.set(queueId, { ...queues.get(queueId), queueId, [name]: Number(value) });
  }
  const people = search.getAll('who').flatMap((text) => {
    const [, id, value] = PERSON.exec(text) ?? [];
    const status = PLANNED_STATES.find((each) => each === value);
    return status ? [{ userId: Number(id), status }] : [];
  });
  return { day, queues: [...queues.values()], people };
}
