/** A borrower pays at a bank: the sandbox's rails send the signed callback. @param amount centavos */
export function payAtTheBank(loanItemExternalId: string, amount: number): Promise<void> {
  return pay({ loanItemExternalId, amount });
}

/** By a code that the collector has told him, for what the code says. */
export function payByReference(reference: string): Promise<void> {
  return pay({ reference });
}

async function pay(order: object): Promise<void> {
  const response = await fetch(`${process.env['SANDBOX_URL']}/rails/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  });
  if (!response.ok) throw new Error(`The rails answered ${response.status}: ${await response.text()}`);
}
