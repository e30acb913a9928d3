/** Where somebody is: the screen without anybody's numbers, and the loan when it is a case. */
export interface Place {
  screen: string;
  loanId: string | null;
  /** The tab that is open, when the address says so. */
  tab: string | null;
}

const CASE = /^\/task\/\d+\/(\d+)/;

export function placeOf(address: string): Place {
  const [path = '', search = ''] = address.split('?');
  const screen = path
    .split('/')
    .map((part) => (/\d/.test(part) ? ':id' : part))
    .join('/');
  return { screen, loanId: CASE.exec(path)?.[1] ?? null, tab: new URLSearchParams(search).get('tab') };
}
