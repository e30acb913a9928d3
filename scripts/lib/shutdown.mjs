import { endRunning } from './process.mjs';

/** Set once the end has begun: what fails from then on failed because of it. */
export const state = { ending: false };

/**
 * Makes sure that whatever ends this process first ends what it started: signals, crashes, failures.
 * `cleanUp` runs once. Returns the function that ends the process.
 */
export function endWith(cleanUp, { signalCode = 0 } = {}) {
  let ending;
  const end = (code, reason) => {
    state.ending = true;
    ending ??= (async () => {
      if (reason) console.log(`\n${reason}`);
      try {
        await endRunning();
        await cleanUp();
      } catch (error) {
        console.error('Ending what was started failed:', error);
        code = 1;
      }
      process.exit(code);
    })();
    return ending;
  };
  // Ctrl-C arrives twice under npm (from the terminal and from npm): the second is no new wish.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => end(signalCode, 'Stopping …'));
  }
  process.on('uncaughtException', (error) => {
    console.error(error);
    void end(1);
  });
  return end;
}
