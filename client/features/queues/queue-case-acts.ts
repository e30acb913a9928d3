import type { RecordAnswer } from '../../../contract/cases/records';
import { HOLD_KINDS, type PlaceHold } from '../../../contract/contact/contact-compliance';
import type { QueueCase } from '../../../contract/team/queues';
import { useTranslation } from 'react-i18next';
import { newRequestId } from '../../lib/request-id';
import type { RowAction } from '../../ui/list-page/acts';
import type { Filter } from '../../ui/list-page/list-query';
import { useHoldCaseMutation, useSetNextActionMutation, useUndoNextActionMutation } from './queues-api';

/** By what is due and for how long. */
export const RANGES: readonly Filter[] = [
  { name: 'pesosFrom', kind: 'number' },
  { name: 'daysFrom', kind: 'number' },
];

const hasCollector = ({ agentId }: QueueCase) => agentId !== null;

/** A leader's acts on many cases at once. A case without a collector is bound first: nobody would do its next action. */
export function useQueueCaseActs(bind: (cases: readonly QueueCase[]) => void): RowAction<QueueCase>[] {
  const { t } = useTranslation('guard');
  const [setNextAction] = useSetNextActionMutation();
  const [undo] = useUndoNextActionMutation();
  const [hold] = useHoldCaseMutation();
  return [
    { id: 'bind', may: 'case:assign', many: true, opens: bind },
    {
      ...{ id: 'next', may: 'case:record', many: true, when: hasCollector },
      needs: [
        { name: 'nextFollowUpAt', moment: true },
        { name: 'notes', most: 1000, open: true },
      ],
      act: ({ id: taskId }, { nextFollowUpAt, notes = '' }) =>
        setNextAction({
          ...{ taskId, callResult: 'MEMO', contactType: 'CALL', nextFollowUpAt, notes },
          clientRequestId: newRequestId(),
        }),
      back: (done) =>
        Promise.all(
          done.map(({ row, answer }) => {
            const { recordId } = answer as RecordAnswer;
            return undo({ taskId: row.id, recordId, clientRequestId: newRequestId() });
          }),
        ),
    },
    {
      ...{ id: 'hold', may: 'guard:hold', many: true, when: hasCollector },
      needs: [
        { name: 'kind', choices: HOLD_KINDS.map((value) => ({ value, label: t(`guard:kind.${value}`) })) },
        { name: 'until', moment: true },
        { name: 'notes', most: 300 },
      ],
      act: ({ id: taskId }, { kind, until, notes = '' }) =>
        hold({ taskId, kind: kind as PlaceHold['kind'], until, note: notes }),
    },
  ];
}
