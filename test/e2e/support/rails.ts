/** A borrower pays at a bank: the sandbox's rails send the signed callback. @param amount centavos @returns its reference */
export function payAtTheBank(loanItemExternalId: string, amount: number): Promise<string> {
  return send('pay', { loanItemExternalId, amount });
}

/** The bank takes a payment back whole. */
export async function takeBackAtTheBank(originalReference: string): Promise<void> {
  await send('reverse', { originalReference });
}

/** By a code that the collector has told him, for what the code says. */
export async function payByReference(reference: string): Promise<void> {
  await send('pay', { reference });
}

async function send(what: 'pay' | 'reverse', order: object): Promise<string> {
  const response = await fetch(`${process.env['SANDBOX_URL']}/rails/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  });
  if (!response.ok) throw new Error(`The rails answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { providerReference: string }).providerReference;
}
