import { type AgencyRow, numbersIn } from '../../../contract/contact/agencies';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';
import { agencyCalls } from './agencies-api';

const FILTERS: readonly Filter[] = [
  { name: 'name' },
  { name: 'number' },
  { name: 'institutionId', kind: 'choice' },
  { name: 'enabled', kind: 'choice', choices: ['1', '0'], words: 'agencies:enabled' },
];

const COLUMNS: readonly Column<AgencyRow>[] = [
  { field: 'name', kind: 'name', width: 190, sortable: true },
  { field: 'taxId', width: 130, grow: 0 },
  { field: 'numbers', width: 230, draw: ({ numbers }) => <Numbers text={numbers} /> },
  { field: 'peopleInCharge', width: 150 },
  { field: 'enabled', kind: 'yes', width: 90, grow: 0 },
  { field: 'institutionName', width: 120 },
  { field: 'updatedAt', kind: 'time', width: 112, grow: 0, sortable: true },
];

/** The first of its numbers, and how many there are besides. */
function Numbers({ text }: { text: string }) {
  const [first, ...rest] = numbersIn(text) ?? [];
  if (first === undefined) return <span>—</span>;
  return <span className="figure">{rest.length === 0 ? first : `${first} +${rest.length}`}</span>;
}

/** The register of who calls, and from which numbers. */
export function Component() {
  return (
    <ListPage<AgencyRow>
      id="agencies"
      words="agencies"
      useRows={agencyCalls.useList}
      filters={FILTERS}
      options={usePlaceOptions()}
      columns={COLUMNS}
      rowId={({ id }) => String(id)}
      open={({ id }) => `/agency/${id}`}
      primary={{ to: '/add/agency', may: 'agency:manage' }}
    />
  );
}
