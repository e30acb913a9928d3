import { describe, expect, it } from '@jest/globals';
import {
  DECISION_OUTCOMES,
  type DecisionKind,
  type DecisionNotice,
} from '../../../contract/administration/decisions.js';
import { LANGUAGES } from '../../../contract/codes.js';
import {
  contextText,
  decisionPath,
  decisionText,
} from '../../../client/features/decisions/decision-words.js';
import { wordsOf } from '../../e2e/support/words.js';
import { asTFunction } from '../../support/words.js';

const SUBTYPES: Partial<Record<DecisionKind, DecisionNotice['subtype']>> = {
  APPROVAL: 'LISTEN_UNSEEN',
  STOP: 'QUEUE',
  REQUEST: 'FRAUD',
};
const notice = (kind: DecisionKind, outcome: DecisionNotice['outcome']): DecisionNotice => ({
  ...{ id: 7, kind, outcome, subtype: SUBTYPES[kind] ?? null, decidedBy: 'Ana', about: 'Luis', subjectId: 5 },
  ...{ institutionId: 3, institutionName: 'Norte', taskId: 9, loanId: 'L/9' },
});
const NOTICES = (Object.keys(DECISION_OUTCOMES) as DecisionKind[]).flatMap((kind) =>
  DECISION_OUTCOMES[kind].map((outcome) => notice(kind, outcome)),
);

describe.each(LANGUAGES)('a decision in %s', (language) => {
  const words = wordsOf(language);
  const t = asTFunction((key, values) => words(key, { ...values } as Record<string, string>));

  it('names who decided what, about whom and where, whatever kind it is', () => {
    for (const each of NOTICES) {
      expect(decisionText(each, t)).toMatch(/Ana/);
      expect(contextText(each, t)).toMatch(/Luis.* · Norte$/);
    }
    expect(new Set(NOTICES.map((each) => decisionText(each, t))).size).toBe(NOTICES.length);
  });

  it('names only the institution where nobody asked for it', () => {
    expect(contextText({ ...notice('COMPLAINT', 'CLOSED'), about: null }, t)).toBe('Norte');
  });
});

describe('the link of a decision', () => {
  it.each([
    ['APPROVAL', 'REFUSED', '/system/approvals?status=REFUSED&kind=LISTEN_UNSEEN&institutionId=3'],
    ['STOP', 'LIFTED', '/stop/5'],
    ['GUARANTOR', 'APPROVED', '/task/9/L%2F9'],
    ['REQUEST', 'APPROVED', '/requests?state=GRANTED&kind=FRAUD'],
    ['COMPLAINT', 'CLOSED', '/complaint/5'],
    ['QUALITY', 'SCORED', '/quality/sample/5'],
    ['WRITE_OFF', 'REFUSED', '/task/9/L%2F9'],
  ] as const)('on %s %s leads to it', (kind, outcome, path) => {
    expect(decisionPath(notice(kind, outcome))).toBe(path);
  });
});
