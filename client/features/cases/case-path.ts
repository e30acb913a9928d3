export function casePath({ id, loanId }: { id: number; loanId: string }): string {
  return `/task/${id}/${encodeURIComponent(loanId)}`;
}
