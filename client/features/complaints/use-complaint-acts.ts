import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ComplaintAct, ComplaintRow } from '../../../contract/supervision/complaints';
import { HANDLING_METHODS } from '../../../contract/supervision/complaints';
import { useCurrentUserQuery, useMay } from '../../api/session-api';
import { newRequestId } from '../../lib/request-id';
import type { ActionInput } from '../../ui/list-page/action-dialog';
import type { RowAction } from '../../ui/list-page/acts';
import { useCauseChoices } from './causes-api';
import { useComplaintHandlersQuery, useFinableQuery, useMoveComplaintMutation } from './complaints-api';

const NOTE = [{ name: 'note', most: 500 }];

const causeOf = ({ causeId }: ActionInput) => ({ causeId: Number(causeId) });
const fineOf = ({ amount, reason, userId }: ActionInput) => ({
  reason,
  amount: Math.round(Number(amount) * 100),
  ...(userId && { userId: Number(userId) }),
});

/** Acts on a complaint, in the list and on its page. `offered` are those that the server would accept now. */
export function useComplaintActs(
  offered: (row: ComplaintRow, act: ComplaintAct) => boolean,
): RowAction<ComplaintRow>[] {
  const { t } = useTranslation(['complaints', 'codes']);
  const { data: me } = useCurrentUserQuery();
  const { handlers, finable } = usePeople();
  const causes = useCauseChoices(!useMay('complaint:manage'));
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
  return [
    act('allocate', { many: true, needs: [{ name: 'handlerId', choices: handlers }] }, ({ handlerId }) => ({
      handlerId: Number(handlerId),
    })),
    act('classify', { many: true, needs: [{ name: 'causeId', choices: causes }] }, causeOf),
    act('process', {
      may: 'complaint:handle',
      needs: [
        { name: 'method', choices: methodsIn(t) },
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
          { name: 'userId', choices: finable, open: true },
        ],
        about: ({ collector, loanId, phone }) =>
          t(collector ? 'complaints:fines' : 'complaints:fines-nobody', {
            name: collector,
            about: loanId ?? phone,
          }),
      },
      fineOf,
    ),
    act('transfer', { needs: NOTE }),
    act('reopen', { needs: NOTE }),
  ];
}

const methodsIn = (t: TFunction) =>
  HANDLING_METHODS.map((value) => ({ value, label: t(`complaints:method.${value}`) }));

/** Choices of the acts: who may handle a complaint, and who may be fined besides its collector. */
function usePeople() {
  const { t } = useTranslation(['complaints', 'codes']);
  const { data: me } = useCurrentUserQuery();
  const skip = !useMay('complaint:manage');
  const { data: handlers = [] } = useComplaintHandlersQuery(undefined, { skip });
  const { data: people = [] } = useFinableQuery(undefined, { skip });
  const choice = (id: number, ...words: (string | null)[]) => ({
    value: String(id),
    label: words.filter(Boolean).join(' · '),
  });
  return {
    handlers: handlers.map(({ id, name, role, groupName, open }) =>
      choice(id, name, groupName, t(`codes:role.${role}`), t('complaints:handles', { count: open })),
    ),
    finable: people
      .filter(({ id }) => id !== me?.id)
      .map(({ id, name, groupName }) => choice(id, name, groupName)),
  };
}
