import { UserListQuery } from '../../../../contract/administration/users.js';
import { PromiseRatesQuery } from '../../../../contract/cases/promises.js';
import { type Network, Refusal } from '../support/network.js';
import type { OpeningList } from './opening.js';

interface Paged {
  page?: number;
  size?: number;
  termsId?: number;
}

export const ABSENT = new Refusal('21', 'It is not here');

/** Rows of these ids, by pages of so many, and what stands beside such a list. `seen` is called with each question. */
export function answerList(
  network: Network,
  { read, row, detail, besides }: OpeningList,
  { ids, size, seen }: { ids: readonly number[]; size?: number; seen?: (query: object) => void },
): void {
  network
    .on({
      ...read,
      answer: ({ query }) => {
        seen?.(query as object);
        const { page = 1, termsId, ...given } = query as Paged;
        const part = size ?? given.size ?? ids.length;
        const asked = termsId === undefined ? ids.slice((page - 1) * part, page * part) : [termsId];
        return { result: asked.map(row), totalCount: ids.length, ...besides };
      },
    })
    .on({ call: 'GET promise/rates', query: PromiseRatesQuery, answer: () => ABSENT })
    .on({ call: 'GET login/getAllCollector', answer: () => [] })
    .on({ call: 'GET export/list', answer: () => [] })
    .on({ call: 'GET customer/service/handlers', answer: () => [] })
    .on({ call: 'GET manage/user/list', query: UserListQuery, answer: () => ABSENT })
    .on({ call: 'GET customer/service/counts', answer: () => ABSENT });
  answerQueue(network);
  if (detail) for (const id of ids) network.on({ call: detail(id), answer: () => ABSENT });
}

export function answerQueue(network: Network): void {
  network
    .on({ call: 'GET management/queue/info/5', answer: () => ABSENT })
    .on({ call: 'GET management/queue/agents/5', answer: () => [] })
    .on({ call: 'GET login/getSubUser', answer: () => [] });
}
