import { z } from 'zod';
import type { WaitingChange } from '../administration/approvals.js';
import { LANGUAGES, SEND_CHANNELS, type Language } from '../codes.js';
import type { SendChannel, TemplateTexts } from './message-texts.js';
import type { MessageLimits } from './messages.js';
import { ClientRequestId, Id, IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery, sortQuery, type Page } from '../shared/page.js';

export const TEMPLATE_STATES = ['enabled', 'disabled'] as const;

/** `sms/templates/manage`: the templates of the viewer's institutions, and the active ones of those above. Names are searched by prefix. */
export const TemplatesQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  ...sortQuery(['name', 'updatedAt']),
  templateId: IdText.optional(),
  name: z.string().trim().max(80).optional(),
  channel: z.enum(SEND_CHANNELS).optional(),
  language: z.enum(LANGUAGES).optional(),
  status: z.enum(TEMPLATE_STATES).optional(),
  institutionId: IdText.optional(),
});
export type TemplatesQuery = z.infer<typeof TemplatesQuery>;

/** `sms/templates/sample`: what a text is filled with on a real case that the viewer sees; the newest one of the loan. */
export const TemplateSampleQuery = z.object({ loanId: z.string().trim().min(1).max(64) });
export type TemplateSampleQuery = z.infer<typeof TemplateSampleQuery>;

const text = z.string().trim().min(1).max(1_000);

/** The form of a template. Borrowers read Spanish; the other languages may be left out. */
export const TemplateForm = z.object({
  name: z.string().trim().min(1).max(80),
  channel: z.enum(SEND_CHANNELS),
  institutionId: Id,
  texts: z.object({ es: text, en: text.nullable(), cn: text.nullable() }),
});
export type TemplateForm = z.infer<typeof TemplateForm>;

/** `POST sms/templates/createOrUpdate`: without an id a new one, not active yet; `version` is the one that the form showed. */
export const TemplateChange = TemplateForm.extend({
  id: Id.optional(),
  version: Id.optional(),
  clientRequestId: ClientRequestId.optional(),
});
export type TemplateChange = z.infer<typeof TemplateChange>;

/** `POST sms/templates/setStatus`: whether it is offered to who sends. */
export const TemplateStatus = z.object({
  id: Id,
  enabled: z.boolean(),
  version: Id.optional(),
  clientRequestId: ClientRequestId.optional(),
});
export type TemplateStatus = z.infer<typeof TemplateStatus>;

export interface TemplateInfo {
  id: number;
  version: number;
  name: string;
  channel: SendChannel;
  institutionId: number;
  institutionName: string;
  /** True for one of an institution above the viewer's: sent here, changed there. */
  fromAbove: boolean;
  texts: TemplateTexts;
  /** Languages of its texts. */
  languages: Language[];
  enabled: boolean;
  updatedBy: string | null;
  updatedAt: string;
  /** Its activation, or other texts of an active one, of which a second administrator decides. */
  waiting: WaitingTemplate | null;
}

export interface WaitingTemplate extends WaitingChange {
  /** The template's, for which it was asked. */
  version: number;
  /** Null: it is activated as it is. */
  form: TemplateForm | null;
}

/** With the limits in force for the viewer, by which a preview counts. */
export interface TemplatesAnswer extends Page<TemplateInfo> {
  limits: MessageLimits;
}
