import { describe, expect, it } from '@jest/globals';
import { placeOf } from '../../../client/domain/behaviour/place';

describe('the place that an address names', () => {
  it('is a case by the number of its loan, whatever that looks like', () => {
    expect(placeOf('/task/1042/LN-20931%2F2?tab=people')).toEqual({
      screen: '/task/:id/:id',
      loanId: 'LN-20931/2',
      taskId: 1042,
    });
    expect(placeOf('/task/1042/77').loanId).toBe('77');
  });

  it('is a page without a loan elsewhere', () => {
    expect(placeOf('/case/list')).toEqual({
      screen: '/case/list',
      loanId: null,
      taskId: null,
    });
  });

  it('is the case on the page of its plan, whose address has no loan', () => {
    expect(placeOf('/conditions/1042')).toMatchObject({ loanId: null, taskId: 1042 });
  });
});
