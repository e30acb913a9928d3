import { describe, expect, it } from '@jest/globals';
import { screenAddressOf } from '../../../client/domain/behaviour/screen-address';

describe('the place that an address names', () => {
  it('is a case by the number of its loan, whatever that looks like', () => {
    expect(screenAddressOf('/task/1042/LN-20931%2F2?tab=people')).toEqual({
      screen: '/task/:id/:id',
      loanId: 'LN-20931/2',
      taskId: 1042,
    });
    expect(screenAddressOf('/task/1042/77').loanId).toBe('77');
  });

  it('is a page without a loan elsewhere', () => {
    expect(screenAddressOf('/case/list')).toEqual({
      screen: '/case/list',
      loanId: null,
      taskId: null,
    });
  });

  it('is the case on the page of its plan, whose address has no loan', () => {
    expect(screenAddressOf('/conditions/1042')).toMatchObject({ loanId: null, taskId: 1042 });
  });
});
