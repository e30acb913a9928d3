/** Where somebody is: the screen without anybody's numbers, and the loan when it is a case. */
export interface ScreenAddress {
  screen: string;
  loanId: string | null;
  /** The case, on its own page and on that of its plan. */
  taskId: number | null;
}

const CASE = /^\/(?:task|conditions)\/(\d+)(?:\/([^/]+))?/;

export function screenAddressOf(address: string): ScreenAddress {
  const [path = ''] = address.split('?');
  const [, task, loan] = CASE.exec(path) ?? [];
  const screen = path
    .split('/')
    .map((part) => (/\d/.test(part) ? ':id' : part))
    .join('/');
  return {
    screen,
    loanId: loan === undefined ? null : decodeURIComponent(loan),
    taskId: task === undefined ? null : Number(task),
  };
}
