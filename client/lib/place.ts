/** Where somebody is: the screen without anybody's numbers, and the loan when it is a case. */
export interface Place {
  screen: string;
  loanId: string | null;
  /** The tab that is open, when the address says so. */
  tab: string | null;
}

const CASE = /^\/task\/\d+\/([^/]+)/;

export function placeOf(address: string): Place {
  const [path = '', search = ''] = address.split('?');
  const loan = CASE.exec(path)?.[1];
  const screen = path
    .split('/')
    .map((part) => (/\d/.test(part) ? ':id' : part))
    .join('/');
  return {
    screen,
    loanId: loan === undefined ? null : decodeURIComponent(loan),
    tab: new URLSearchParams(search).get('tab'),
  };
}
