const RAW = new Set(['query', 'sql', 'stream']);
/** What a member of that name may belong to: a connection of mysql2, as replay and relay have it, and what lies outside. */
const OTHERS = new Set(['connection', 'provider']);
const nameOf = (node) => node.property?.name ?? node.property?.value ?? node.name;

/** SQL is written with the `sql` tag, or by a query builder: a text given to TypeORM has no time limit and no scope. */
export const noRawQuery = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { raw: 'Only server/platform/db sends text through TypeORM.' },
  },
  create(context) {
    const refuse = (node) => {
      if (RAW.has(nameOf(node)) && !OTHERS.has(nameOf(node.object)))
        context.report({ node, messageId: 'raw' });
    };
    return {
      'CallExpression > MemberExpression.callee': refuse,
      'TaggedTemplateExpression > MemberExpression.tag': refuse,
    };
  },
};
