import { z } from 'zod';
import { accepted, ok, type Route } from '../router.js';
import { Answers, idempotencyKey, type Surroundings } from './provider.js';

const Mail = z.object({ to: z.email(), subject: z.string().max(200), text: z.string().max(10_000) });
const KEPT = 50;

/** Takes mail by `POST /mail/messages`, and delivers it to nobody: `GET /mail/box` shows the newest. */
export function mail({ controls }: Surroundings): Route[] {
  const box: z.infer<typeof Mail>[] = [];
  const answers = new Answers<object>();
  return [
    {
      method: 'POST',
      path: '/mail/messages',
      faulty: controls,
      handle: (call) => {
        const key = idempotencyKey(call);
        const mail = Mail.parse(call.body);
        const answer = answers.once(key, () => {
          box.unshift(mail);
          box.length = Math.min(box.length, KEPT);
          controls.accept(key, 'MAIL');
          return { id: key };
        });
        return accepted(answer);
      },
    },
    { method: 'GET', path: '/mail/box', handle: () => ok(box) },
  ];
}
