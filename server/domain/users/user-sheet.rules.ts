import { RELOAN_TYPES, ROLES, SEND_CHANNELS } from '../../../contract/codes.js';
import { LIVENESS_MODES } from '../../../contract/liveness.js';
import { SHEET_LAYOUTS, type SheetChange } from '../../../contract/administration/sheet-uploads.js';
import { DEFAULT_USER, UserForm } from '../../../contract/administration/users.js';
import type { SheetScope } from '../sheet-uploads/sheet-book.rules.js';
import type { RowCells } from '../sheet-uploads/row-cells.rules.js';
import { outranks } from './user.rules.js';

interface Place {
  id: number;
  /** How a workbook calls it: the code of an institution or a queue, the name of a group. */
  name: string;
  institutionId: number;
}
/** Where the sender may put people. */
export type Places = Record<'institution' | 'group' | 'queue', readonly Place[]>;

/** Their lookups, made once for a file. */
export class PlaceBook {
  private readonly byName = new Map<string, number>();
  private readonly names = new Map<string, string>();

  constructor(places: Places) {
    for (const [kind, all] of Object.entries(places))
      for (const { id, name, institutionId } of all) {
        const within = kind === 'institution' ? '' : institutionId;
        this.byName.set(`${kind} ${within} ${name.toLowerCase()}`, id);
        this.names.set(`${kind} ${id}`, name);
      }
  }

  institution(name: string): number | undefined {
    return this.byName.get(`institution  ${name}`);
  }

  within(institutionId: number, kind: 'group' | 'queue') {
    return (name: string) => this.byName.get(`${kind} ${institutionId} ${name}`);
  }

  nameOf(kind: keyof Places, id: number | null): string | null {
    return id === null ? null : (this.names.get(`${kind} ${id}`) ?? null);
  }
}

const COLUMNS: Partial<Record<PropertyKey, string>> = {
  institutionId: 'institution',
  groupId: 'group',
  queueId: 'queue',
};

/** A row's values over the stored user; null when a value is not allowed. */
export function formOfRow(
  cells: RowCells,
  standing: UserForm | null,
  places: PlaceBook,
  sender: SheetScope,
): UserForm | null {
  const base = standing ?? { ...DEFAULT_USER, name: null, role: null, institutionId: sender.institutionId };
  const institutionId = cells.named('institution', (code) => places.institution(code)) ?? base.institutionId;
  const stays = institutionId === base.institutionId;
  const place = (kind: 'group' | 'queue', before: number | null) =>
    cells.named(kind, places.within(institutionId, kind)) ?? (stays ? before : null);
  const code = (column: string, codes: readonly string[]) =>
    cells.named(column, (code) => codes.find((each) => each.toLowerCase() === code));
  const yes = (
    column: 'ranked' | 'longAging' | 'ptpRole' | 'autoDial' | 'showAnnouncement' | 'autoReborrow',
  ) => cells.yes(column) ?? base[column];
  const parsed = UserForm.safeParse({
    username: standing?.username ?? cells.text('username'),
    name: cells.text('name') ?? base.name,
    email: cells.text('email') ?? base.email,
    role: code('role', ROLES) ?? base.role,
    institutionId,
    groupId: place('group', base.groupId),
    queueId: place('queue', base.queueId),
    ranked: yes('ranked'),
    longAging: yes('longAging'),
    ptpRole: yes('ptpRole'),
    autoDial: yes('autoDial'),
    showAnnouncement: yes('showAnnouncement'),
    autoReborrow: yes('autoReborrow'),
    channels: inOrder(cells.list('channels'), SEND_CHANNELS) ?? base.channels,
    liveness: code('liveness', LIVENESS_MODES) ?? base.liveness,
    affiliatedSystem: cells.text('affiliatedSystem') ?? base.affiliatedSystem,
    products: cells.list('products') ?? base.products,
    loanTypes: cells.list('loanTypes')?.map(Number) ?? base.loanTypes,
    appSystems: cells.list('appSystems') ?? base.appSystems,
    tenureFrom: cells.day('tenureFrom') ?? base.tenureFrom,
  });
  for (const { path } of parsed.error?.issues ?? []) {
    const column = COLUMNS[path[0]!] ?? String(path[0]);
    cells.refuse(column, cells.isEmpty(column) ? 'required' : 'format');
  }
  return parsed.data ?? null;
}

/** Texts in the order of the codes; what is no code stays, to be refused. */
function inOrder(values: readonly string[] | null, codes: readonly string[]): string[] | null {
  if (values === null) return null;
  const upper = values.map((each) => each.toUpperCase());
  return [...codes.filter((each) => upper.includes(each)), ...upper.filter((each) => !codes.includes(each))];
}

/** Refuses to grant by a file what the form refuses: more than the sender's rights, moving an administrator or oneself, or one's face check. */
export function refuseExceeding(
  cells: RowCells,
  standing: (UserForm & { id: number }) | null,
  form: UserForm,
  sender: SheetScope,
): void {
  if (outranks(form.role, sender.role)) cells.refuse('role', 'beyond');
  // Another administrator approves an account on the person's page.
  else if (form.role === 'admin' && standing?.role !== 'admin') cells.refuse('role', 'byForm');
  if (!standing) return;
  if (outranks(standing.role, sender.role)) cells.refuse('username', 'beyond');
  const isKept = standing.role === 'admin' || standing.id === sender.userId;
  if (isKept && form.role !== standing.role) cells.refuse('role', 'byForm');
  if (isKept && form.liveness !== standing.liveness) cells.refuse('liveness', 'byForm');
  if (isKept && form.institutionId !== standing.institutionId) cells.refuse('institution', 'byForm');
}

/** Differences, column by column, in the words of a workbook. */
export function changesOfForm(before: UserForm | null, after: UserForm, places: PlaceBook): SheetChange[] {
  const [old, next] = [before ? spoken(before, places) : {}, spoken(after, places)];
  return SHEET_LAYOUTS.users.users
    .filter((column) => (old[column] ?? null) !== next[column])
    .map((field) => ({ field, before: old[field] ?? null, after: next[field] ?? null }));
}

function spoken(form: UserForm, places: PlaceBook): Record<string, string | null> {
  const cells = {
    ...form,
    institution: places.nameOf('institution', form.institutionId),
    group: places.nameOf('group', form.groupId),
    queue: places.nameOf('queue', form.queueId),
  };
  return Object.fromEntries(
    Object.entries(cells).map(([field, value]) => {
      const text = Array.isArray(value) ? [...value].sort().join(', ') : value;
      return [field, text === null || text === '' || text === false ? null : String(text)];
    }),
  );
}

/** Allowed values of the template's columns besides free texts. */
export function valuesOf(places: Places, role: SheetScope['role']): Record<string, string[]> {
  const names = (kind: keyof Places) => [...new Set(places[kind].map(({ name }) => name))];
  return {
    role: ROLES.filter((each) => !outranks(each, role)),
    institution: names('institution'),
    group: names('group'),
    queue: names('queue'),
    channels: [...SEND_CHANNELS],
    liveness: [...LIVENESS_MODES],
    loanTypes: RELOAN_TYPES.map(String),
  };
}
