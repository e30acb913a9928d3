import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ok, Refusal, type Route } from '../router.js';
import type { Surroundings } from './provider.js';

const Reference = z.object({ reference: z.string().nullish() });
const Frame = Reference.extend({ image: z.string().min(100) });

const JPEG_BASE64 = '/9j/';

/**
 * Liveness: a page that another page embeds, and a call that judges one frame (base64 JPEG). The page has a button for a
 * living face and one for none, tells who embeds it `{livenessId}` or `{code}` by a message, and `POST
 * /liveness/results/<livenessId>` answers what was seen and the token that the page was opened with. Every JPEG is
 * believed to be alive unless POST /control/liveness says `refuse`, and to be whose picture comes as `reference` unless it
 * says `stranger`; without a reference nothing is compared.
 */
export function liveness({ controls }: Surroundings): Route[] {
  const seen = new Map<string, { live: boolean; token: string }>();
  return [
    {
      method: 'GET',
      path: '/liveness/page',
      faulty: controls,
      handle: ({ query }) => {
        const livenessId = randomUUID();
        seen.set(livenessId, { live: false, token: query.get('token') ?? '' });
        return page(livenessId);
      },
    },
    {
      method: 'POST',
      path: '/liveness/pages/:livenessId',
      handle: ({ params }) => {
        result(params['livenessId']!).live = true;
        return ok({});
      },
    },
    {
      method: 'POST',
      path: '/liveness/results/:livenessId',
      faulty: controls,
      handle: ({ params, body }) => {
        controls.accept('page', 'RESULT');
        return ok({ ...result(params['livenessId']!), ...compared(body) });
      },
    },
    {
      method: 'POST',
      path: '/liveness/frames',
      faulty: controls,
      handle: ({ body }) => {
        const { image } = Frame.parse(body);
        const live =
          !controls.faults.refuse && image.replace(/^data:image\/jpeg;base64,/, '').startsWith(JPEG_BASE64);
        controls.accept(live ? 'live' : 'refused', 'FRAME');
        return ok({ live, score: live ? 0.98 : 0.02, ...compared(body) });
      },
    },
  ];

  function compared(body: unknown) {
    const { reference } = Reference.parse(body);
    return reference ? { same: !controls.faults.stranger } : {};
  }

  function result(livenessId: string) {
    const found = seen.get(livenessId);
    if (!found) throw new Refusal(404, 'unknown livenessId');
    return found;
  }
}

function page(livenessId: string) {
  const html = `<!doctype html><meta charset="utf-8"><title>Liveness</title>
<style>body{font:15px system-ui;display:grid;gap:12px;place-content:center;height:90vh;text-align:center}button{font:inherit;padding:8px 20px}</style>
<p>◉</p><button id="live">Live</button><button id="refused">Not live</button>
<script>
const tell = (message) => parent.postMessage(message, '*');
document.getElementById('live').onclick = async () => {
  await fetch('/liveness/pages/${livenessId}', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
  tell({ livenessId: '${livenessId}' });
};
document.getElementById('refused').onclick = () => tell({ code: 400 });
</script>`;
  return { status: 200, body: html, type: 'text/html; charset=utf-8' };
}
