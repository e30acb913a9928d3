import type { BoardGroup, BoardSummary } from '../../../../contract/team/boards';
import { PLATFORMS } from '../../../../contract/codes';
import { useWords } from '../../../i18n/use-words';
import { type Choice, GenericSelect } from '../../../ui/generic-select';
import type { BoardAddress } from '../board-address';
import type { Go } from './use-go';

interface BoardFiltersProps {
  groups: readonly BoardGroup[];
  address: BoardAddress;
  /** The board on screen, with its possible filters. */
  summary: BoardSummary | undefined;
  go: Go;
}

/** The board's filters. Only values of which there are several can be chosen; those in the address can be removed. */
export function BoardFilters({ groups, address, summary, go }: BoardFiltersProps) {
  const { t } = useWords('boards');
  const { queueId, product, device, institutionId } = address;
  const institutions = [...new Map(groups.map((group) => [group.institutionId, group.institutionName]))].map(
    asChoice,
  );
  const queues = (summary?.queues ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const products = (summary?.products ?? []).map((name) => ({ value: name, label: name }));
  const devices = PLATFORMS.map((value) => ({ value, label: t(`boards:device.${value}`) }));
  return (
    <>
      <Narrow
        label={t('boards:all-institutions')}
        choices={institutions}
        value={institutionId}
        onChange={(institution) => go({ institution, groupId: undefined, queue: undefined })}
      />
      <Narrow
        label={t('boards:all-queues')}
        choices={queues}
        value={queueId}
        onChange={(queue) => go({ queue })}
      />
      <Narrow
        label={t('boards:all-products')}
        choices={products}
        value={product}
        onChange={(next) => go({ product: next })}
      />
      <Narrow
        label={t('boards:all-devices')}
        choices={devices}
        value={device}
        onChange={(next) => go({ device: next })}
      />
    </>
  );
}

const asChoice = ([value, label]: [number, string]) => ({ value, label });

function Narrow<Value extends string | number>(props: {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}) {
  const { choices, value } = props;
  if (choices.length < 2 && value === undefined) return null;
  return <GenericSelect {...props} className="board-select" />;
}
