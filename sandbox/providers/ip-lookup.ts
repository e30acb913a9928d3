import { isIP } from 'node:net';
import { ok, Refusal, type Route } from '../router.js';
import type { Surroundings } from './provider.js';

const CITIES = [
  'Ciudad de México',
  'Guadalajara',
  'Monterrey',
  'Puebla',
  'Mérida',
  'Tijuana',
  'León',
  'Querétaro',
];
const NETWORKS = ['Red del Valle', 'Fibra Norte', 'Cable Istmo', 'Móvil Sur'];

/** `GET /ip/:address` answers the same city and network for the same address, `GET /address` any page its browser's own. */
export function ipLookup({ controls }: Surroundings): Route[] {
  return [
    {
      method: 'GET',
      path: '/ip/:address',
      faulty: controls,
      handle: ({ params }) => {
        const address = params['address']!;
        if (isIP(address) === 0) throw new Refusal(400, 'not an address');
        const sum = [...address].reduce((total, character) => total * 31 + character.charCodeAt(0), 7) >>> 0;
        controls.accept('ip', 'LOOKUP');
        return ok({
          country: 'MX',
          city: CITIES[sum % CITIES.length],
          network: NETWORKS[sum % NETWORKS.length],
        });
      },
    },
    {
      method: 'GET',
      path: '/address',
      faulty: controls,
      handle: ({ address }) => ({
        ...ok({ ip: address.replace(/^::ffff:/, '') }),
        headers: { 'access-control-allow-origin': '*' },
      }),
    },
  ];
}
