import { z } from 'zod';
import { ok, type Route } from '../router.js';
import type { Surroundings } from './provider.js';

const Frame = z.object({ image: z.string().min(100) });

const JPEG_BASE64 = '/9j/';

/**
 * Liveness: a page that a browser is sent to and that goes back to `returnUrl` with `result=live`, and a call that judges one
 * frame (base64 JPEG). It believes every picture that is one.
 */
export function liveness({ controls }: Surroundings): Route[] {
  return [
    {
      method: 'GET',
      path: '/liveness/page',
      faulty: controls,
      handle: ({ query }) => page(query.get('returnUrl')),
    },
    {
      method: 'POST',
      path: '/liveness/frames',
      faulty: controls,
      handle: ({ body }) => {
        const { image } = Frame.parse(body);
        const live = image.replace(/^data:image\/jpeg;base64,/, '').startsWith(JPEG_BASE64);
        controls.accept(live ? 'live' : 'refused', 'FRAME');
        return ok({ live, score: live ? 0.98 : 0.02 });
      },
    },
  ];
}

function page(returnUrl: string | null) {
  const target = returnUrl && /^https?:\/\//.test(returnUrl) ? new URL(returnUrl) : null;
  target?.searchParams.set('result', 'live');
  const link = target
    ? `<a id="done" href="${target.href.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">OK</a>`
    : '';
  const html = `<!doctype html><meta charset="utf-8"><title>Liveness</title><p>Look at the camera. ${link}</p>`;
  return { status: 200, body: html, type: 'text/html; charset=utf-8' };
}
