import type { Challenge } from 'altcha/lib';
import { solveChallengeWorkers } from 'altcha/lib';
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker';
import ShaWorker from 'altcha/workers/sha?worker';
import { send } from '../../api/http';

/** Solves the server's ALTCHA challenge in workers: the captcha for those who cannot read a picture, and what a busy address asks for. */
export async function solveProofOfWork(harder: boolean): Promise<string | null> {
  const answer = await send({ path: 'login/altcha', ...(harder && { params: { harder: '1' } }) });
  if (!answer.ok) return null;
  const challenge = answer.data as Challenge;
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(4, navigator.hardwareConcurrency || 2),
    createWorker: (algorithm) => (algorithm.startsWith('PBKDF2') ? new Pbkdf2Worker() : new ShaWorker()),
  });
  return solution && btoa(JSON.stringify({ challenge, solution }));
}
