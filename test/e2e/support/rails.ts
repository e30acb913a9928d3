/** A borrower pays at a bank: the sandbox's rails send the signed callback. @param amount centavos */
export async function payAtTheBank(loanItemExternalId: string, amount: number): Promise<void> {
  const response = await fetch(`${process.env['SANDBOX_URL']}/rails/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ loanItemExternalId, amount }),
  });
  if (!response.ok) throw new Error(`The rails answered ${response.status}: ${await response.text()}`);
}
