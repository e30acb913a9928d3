import { z } from 'zod';
import { Id } from '../shared/id.js';

export const IMPORT_EVENTS = {
  'import.finished': z.object({
    importId: Id,
    /** Null: begun on the host, or before this was noted. */
    startedBy: Id.nullable().optional(),
    /** The institution of the person who began it. */
    institutionId: Id.nullable().optional(),
    rowsRead: z.int(),
    rowsKept: z.int(),
    rowsRefused: z.int(),
    deviceContactsDropped: z.int(),
  }),
  'import.cancelled': z.object({ importId: Id }),
  /** From here on its loans are handed out and contacted. */
  'import.released': z.object({ importId: Id, startedBy: Id.nullable(), institutionId: Id.nullable() }),
  'import.takeBackBegun': z.object({ importId: Id }),
  /** A part of an import: these loan items and their cases, on which nothing had happened, are no more. */
  'import.loansTakenBack': z.object({ importId: Id, loanItemIds: z.array(Id), caseIds: z.array(Id) }),
  /** `staying`: loan items that somebody or something had touched, or that stand in a case of an earlier file. */
  'import.takenBack': z.object({
    importId: Id,
    startedBy: Id.nullable(),
    institutionId: Id.nullable(),
    takenBack: z.int(),
    staying: z.int(),
  }),
};
