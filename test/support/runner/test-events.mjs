/** A hook brings up a database and a server; one test has `testTimeout`. */
const HOOK_TIMEOUT_MS = 240_000;

export function giveHooksTime(event, state) {
  if (event === 'add_hook') state.currentDescribeBlock.hooks.at(-1).timeout ??= HOOK_TIMEOUT_MS;
}

/** The file fails, whatever its tests said. */
export function failFile(state, why) {
  const error = new Error(why);
  // The stack of this line would tell nothing, and hide the names in what the run says at its end.
  error.stack = error.message;
  state.unhandledErrors.push(error);
}
