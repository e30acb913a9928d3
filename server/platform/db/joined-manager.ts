import type { DataSource, EntityManager } from 'typeorm';

/** Sends a statement with its values and answers as the driver does. */
type Send = (text: string, values: unknown[]) => Promise<unknown>;

/**
 * An EntityManager inside a transaction that somebody else began and will end. TypeORM asks its runner for the driver's
 * connection before each statement; this one has `send` in its place, which begins the transaction and takes along what
 * waits to be written. So both ways of writing keep the order of the code.
 */
export function joinedManager(dataSource: DataSource, send: Send): EntityManager {
  const runner = dataSource.createQueryRunner();
  const query = async ({ sql }: { sql: string }, values: unknown[] = []) => [await send(sql, values)];
  const connection = { promise: () => ({ query }) };
  Object.assign(runner, {
    connect: () => Promise.resolve(connection),
    isTransactionActive: true,
    startTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    release: refuse,
  });
  return runner.manager;
}

function refuse(): Promise<never> {
  return Promise.reject(new Error('The unit of work begins and ends the transaction'));
}
