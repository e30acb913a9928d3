import { CALL_OUTCOMES, type CallOutcome } from '../../../../contract/contact/call-results';
import type { CallStatus } from '../../../../contract/codes';

/** Outcomes that the form offers for a call status; before one is chosen, those of a connected call. */
export function outcomesOf(status: CallStatus | null): readonly CallOutcome[] {
  return CALL_OUTCOMES.filter((outcome) => outcome.callStatus === (status ?? 'CONNECTED'));
}

/** Outcomes that can be recorded without a call. */
export const WITHOUT_CALL = CALL_OUTCOMES.filter((outcome) => outcome.callStatus === null);

/** The words of a result: the specification's eight by their label, the others by their own code. */
export function outcomeWords({ byLabel, collectionResult, result }: CallOutcome): string {
  return byLabel && collectionResult
    ? `codes:collection-result.${collectionResult}`
    : `codes:call-result.${result}`;
}

export interface Choice {
  callStatus: CallOutcome['callStatus'];
  callResult: CallOutcome['result'] | null;
  collectionResult: CallOutcome['collectionResult'];
}

/** An unreached call has one result, which its status chooses. */
export function chooseStatus(status: CallStatus | null): Choice {
  const only = status && status !== 'CONNECTED' ? outcomesOf(status)[0] : undefined;
  return only ? chooseOutcome(only) : { callStatus: status, callResult: null, collectionResult: null };
}

export function chooseOutcome({ callStatus, result, collectionResult }: CallOutcome): Choice {
  return { callStatus, callResult: result, collectionResult };
}

export function chosenOutcome(choice: Choice): CallOutcome | null {
  return CALL_OUTCOMES.find((outcome) => isChosen(choice, outcome)) ?? null;
}

export function isChosen(choice: Choice, outcome: CallOutcome): boolean {
  return (
    choice.callStatus === outcome.callStatus &&
    choice.callResult === outcome.result &&
    choice.collectionResult === outcome.collectionResult
  );
}

export const NOT_THEIRS = CALL_OUTCOMES.find((outcome) => outcome.result === 'NORLVT') as CallOutcome;
export const PROMISE = CALL_OUTCOMES.find((outcome) => outcome.result === 'PTP') as CallOutcome;
