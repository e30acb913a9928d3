import { COMPLIANCE_RULES, type ComplianceRule } from './contact-compliance.js';

/** Texts that a rule rests on. AGENCIES: the rules for collection agencies. DATA: the law on personal data. */
export const LEGAL_CITATIONS = ['AGENCIES', 'DATA'] as const;
export type LegalCitation = (typeof LEGAL_CITATIONS)[number];

interface LegalSource {
  citation: LegalCitation;
  /** ISO 3166 code of the country. */
  jurisdiction: 'MX';
  /** Day of the official gazette (DOF) that has it; null where it was not found. */
  publishedOn: string | null;
  effectiveOn: string;
  /** Somebody has read it in the text itself, and not in the press alone. */
  confirmed: boolean;
}

const AGENCIES: LegalSource = {
  ...{ citation: 'AGENCIES', jurisdiction: 'MX', publishedOn: '2014-10-07', effectiveOn: '2014-10-08' },
  confirmed: false,
};
const DATA: LegalSource = {
  ...{ citation: 'DATA', jurisdiction: 'MX', publishedOn: null, effectiveOn: '2025-03-21' },
  confirmed: false,
};
/** Sources of the rules that are law. The house's own rest on its policy, whose version a receipt names. */
const LEGAL: Partial<Record<ComplianceRule, LegalSource>> = {
  ...{ relation: AGENCIES, wrongNumber: AGENCIES, legalHours: AGENCIES },
  deviceData: DATA,
};

export interface RuleSource {
  rule: ComplianceRule;
  /** Null: a rule of the house, or a fact of the case. */
  source: LegalSource | null;
  /** A leader may set it aside for a day. */
  mayAsk: boolean;
}

export const sourceOf = (rule: ComplianceRule): RuleSource => ({
  rule,
  source: LEGAL[rule] ?? null,
  mayAsk: COMPLIANCE_RULES[rule] === 'policy',
});
