/** Types of TypeORM that send text to the database. */
const SENDERS = new Set(['DataSource', 'EntityManager', 'QueryRunner', 'Repository']);
const RAW = new Set(['query', 'sql', 'stream']);

/** SQL is written with the `sql` tag, or by a query builder: a text given to TypeORM has no time limit and no scope. */
export const noRawQuery = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { raw: 'Only server/platform/db sends text through TypeORM.' },
  },
  create(context) {
    const services = context.sourceCode.parserServices;
    return {
      MemberExpression(node) {
        if (!RAW.has(node.property.name ?? node.property.value)) return;
        if (SENDERS.has(services.getTypeAtLocation(node.object).getSymbol()?.name))
          context.report({ node, messageId: 'raw' });
      },
    };
  },
};
