interface Mail {
  to: string;
  text: string;
}

/** The link in the newest mail that the sandbox has taken for an address. @throws until there is one */
export async function mailedLink(to: string): Promise<string> {
  const response = await fetch(`${process.env['SANDBOX_URL']}/mail/box`);
  const box = (await response.json()) as Mail[];
  const link = /\S+#\/login\?\S+/.exec(box.find((mail) => mail.to === to)?.text ?? '')?.[0];
  if (!link) throw new Error(`No mail has come for ${to}`);
  return link;
}
