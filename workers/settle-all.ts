type Answers<Work extends readonly Promise<unknown>[]> = {
  -readonly [Index in keyof Work]: Awaited<Work[Index]>;
};

/** Promise.all that waits for every promise to end before it throws the first failure. */
export async function settleAll<const Work extends readonly Promise<unknown>[]>(
  ...work: Work
): Promise<Answers<Work>> {
  const failed = (await Promise.allSettled(work)).find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return (await Promise.all(work)) as Answers<Work>;
}
