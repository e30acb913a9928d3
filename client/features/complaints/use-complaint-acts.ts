import { useTranslation } from 'react-i18next';
import type { ComplaintAct, ComplaintRow } from '../../../contract/supervision/complaints';
import { HANDLING_METHODS } from '../../../contract/supervision/complaints';
import { useCurrentUserQuery } from '../../api/session-api';
import { newRequestId } from '../../lib/request-id';
import type { ActionInput } from '../../ui/list-page/action-dialog';
import type { RowAction } from '../../ui/list-page/acts';
import { useComplaintHandlersQuery, useMoveComplaintMutation } from './complaints-api';

const NOTE = [{ name: 'note', most: 500 }];

/** Acts on a complaint, in the list and on its page. `offered` are those that the server would accept now. */
export function useComplaintActs(
  offered: (row: ComplaintRow, act: ComplaintAct) => boolean,
): RowAction<ComplaintRow>[] {
  const { t } = useTranslation('complaints');
  const { data: me } = useCurrentUserQuery();
  const { data: handlers = [] } = useComplaintHandlersQuery();
  const [move] = useMoveComplaintMutation();
  const send = (name: string, { id, version }: ComplaintRow, input: object) =>
    move({ name, body: { ...input, id, version, clientRequestId: newRequestId() } });
  const act = (
    id: ComplaintAct,
    more: Partial<RowAction<ComplaintRow>>,
    input: (given: ActionInput) => object = (given) => given,
  ): RowAction<ComplaintRow> => ({
    id,
    may: 'complaint:manage',
    when: (row) => row.collectorId !== me?.id && offered(row, id),
    about: ({ phone, loanId }) => loanId ?? phone,
    act: (row, given) => send(id, row, input(given)),
    ...more,
  });
  const people = handlers.map(({ id, name }) => ({ value: String(id), label: name }));
  const methods = HANDLING_METHODS.map((value) => ({ value, label: t(`complaints:method.${value}`) }));
  return [
    act('allocate', { many: true, needs: [{ name: 'handlerId', choices: people }] }, ({ handlerId }) => ({
      handlerId: Number(handlerId),
    })),
    act('process', {
      may: 'complaint:handle',
      needs: [
        { name: 'method', choices: methods },
        { name: 'remarks', most: 1_000 },
      ],
    }),
    act('done', { needs: [{ name: 'keepHold', yes: true }] }, ({ keepHold }) => ({
      keepHold: keepHold === 'true',
    })),
    act('return', { may: 'complaint:handle', needs: NOTE }),
    act(
      'penalty',
      {
        danger: true,
        needs: [
          { name: 'amount', money: true },
          { name: 'reason', most: 500 },
        ],
      },
      ({ amount, reason }) => ({ reason, amount: Math.round(Number(amount) * 100) }),
    ),
    act('transfer', { needs: NOTE }),
    act('reopen', { needs: NOTE }),
  ];
}
