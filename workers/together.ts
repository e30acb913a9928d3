type Answers<Work extends readonly Promise<unknown>[]> = {
  -readonly [Index in keyof Work]: Awaited<Work[Index]>;
};

/** Promise.all that leaves nothing running: all have ended when the first failure is thrown. */
export async function together<const Work extends readonly Promise<unknown>[]>(
  ...work: Work
): Promise<Answers<Work>> {
  const failed = (await Promise.allSettled(work)).find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return (await Promise.all(work)) as Answers<Work>;
}
