import { z } from 'zod';
import { IsoDay } from '../shared/date.js';
import { COMPLIANCE_RULES, type ComplianceRule } from './contact-compliance.js';

/** Texts that a rule rests on by default. AGENCIES: the rules for collection agencies. DATA: the law on personal data. */
export const LEGAL_CITATIONS = ['AGENCIES', 'DATA'] as const;
export type LegalCitation = (typeof LEGAL_CITATIONS)[number];

/** Rules that are law. The house's own rest on its policy, whose version a receipt names. */
export const LEGAL_RULES = ['relation', 'wrongNumber', 'legalHours', 'deviceData'] as const;
export type LegalRule = (typeof LEGAL_RULES)[number];

export interface LegalSource {
  /** One of the defaults, in the reader's language; null where counsel wrote the text. */
  citation: LegalCitation | null;
  text: string | null;
  /** ISO 3166: MX, or a part of it. */
  jurisdiction: string;
  effectiveOn: string;
  /** The person who has read it in the text itself; null: it is known from the press alone. */
  confirmedBy: string | null;
}

const byDefault = (citation: LegalCitation, effectiveOn: string): LegalSource => ({
  ...{ citation, text: null, jurisdiction: 'MX', effectiveOn, confirmedBy: null },
});
const AGENCIES = byDefault('AGENCIES', '2014-10-08');
const DEFAULTS: Record<LegalRule, LegalSource> = {
  ...{ relation: AGENCIES, wrongNumber: AGENCIES, legalHours: AGENCIES },
  deviceData: byDefault('DATA', '2025-03-21'),
};

const Line = z.tuple([
  z.enum(LEGAL_RULES),
  z.string().min(3).max(300),
  z.string().regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/),
  IsoDay,
  z.string().min(3).max(120),
]);

/** A line for each rule, `rule = text | country | day of effect | name`. @returns null of a text that is none of it */
export function sourcesIn(text: string | null): ReadonlyMap<string, LegalSource> | null {
  const sources = new Map<string, LegalSource>();
  for (const line of (text ?? '').split('\n').filter((each) => each.trim())) {
    const [rule = '', ...rest] = line.split('=');
    const parsed = Line.safeParse([rule, ...rest.join('=').split('|')].map((part) => part.trim()));
    if (!parsed.success || sources.has(parsed.data[0])) return null;
    const [name, source, jurisdiction, effectiveOn, confirmedBy] = parsed.data;
    sources.set(name, { citation: null, text: source, jurisdiction, effectiveOn, confirmedBy });
  }
  return sources;
}

/** `guard/sources`: the texts that counsel has compared the rules with; null: the defaults, which nobody has. */
export const LegalSources = z.object({
  sources: z
    .string()
    .trim()
    .max(4_000)
    .nullable()
    .refine((text) => sourcesIn(text) !== null, { params: { rule: 'sources' } }),
});
export type LegalSources = z.infer<typeof LegalSources>;

export interface RuleSource {
  rule: ComplianceRule;
  /** Null: a rule of the house, or a fact of the case. */
  source: LegalSource | null;
  /** A leader may set it aside for a day. */
  mayAsk: boolean;
}

/** @param counsel the setting's text */
export const sourceOf = (rule: ComplianceRule, counsel: string | null = null): RuleSource => ({
  rule,
  source: sourcesIn(counsel)?.get(rule) ?? DEFAULTS[rule as LegalRule] ?? null,
  mayAsk: COMPLIANCE_RULES[rule] === 'policy',
});
