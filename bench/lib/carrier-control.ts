/** The stand-in carrier, from outside. */
export interface CarrierLog {
  total: number;
  entries: { at: string; key: string }[];
}

export class CarrierControl {
  constructor(readonly url: string) {}

  async change(faults: Record<string, number | boolean>): Promise<void> {
    await this.ask('POST', '', faults);
  }

  /** Puts the faults right and empties the log. */
  async reset(): Promise<void> {
    await this.ask('DELETE', '');
  }

  async log(): Promise<CarrierLog> {
    return (await this.ask('GET', '/log')) as CarrierLog;
  }

  private async ask(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${this.url}/control/carrier${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`The sandbox answered ${response.status}`);
    return response.json();
  }
}

/** Keys that the carrier took more than once. */
export function doubledIn({ entries }: CarrierLog): string[] {
  const counts = new Map<string, number>();
  for (const { key } of entries) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > 1).map(([key, count]) => `${key} taken ${count} times`);
}
