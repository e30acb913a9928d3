import { z } from 'zod';
import type { Demand } from '../../platform/auth/allow.js';
import type { Endpoint, Input } from '../../platform/auth/endpoints.js';

/** Inputs of the calls, as OpenAPI 3.1. docs/calls.md names the answers: they are types, not schemas. */
export function openApiOf(endpoints: readonly Endpoint[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    for (const path of endpoint.paths) {
      const shown = `/api/${path.replace(/:(\w+)/g, '{$1}')}`;
      paths[shown] = { ...paths[shown], [endpoint.method.toLowerCase()]: operationOf(endpoint, path) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Recoup', version: '1' },
    components: {
      securitySchemes: {
        header: { type: 'apiKey', in: 'header', name: 'x-auth-token' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'token' },
        key: { type: 'http', scheme: 'bearer' },
      },
    },
    paths,
  };
}

function operationOf({ name, method, summary, demand, inputs, body: limit }: Endpoint, path: string): object {
  const body = inputs.find(({ from }) => from === 'body');
  const type = limit.fields > 0 ? 'application/x-www-form-urlencoded' : 'application/json';
  return {
    operationId: `${name}:${method} ${path}`,
    tags: [name.replace(/Controller\..*/, '')],
    summary,
    description: demandOf(demand),
    security: securityOf(demand),
    parameters: inputs.flatMap(parametersOf),
    ...(body && { requestBody: { content: { [type]: { schema: jsonSchema(body.schema) } } } }),
    responses: { 200: { description: 'The envelope: code 00 and the data, or a refusal and its reason.' } },
  };
}

/** A person's token by two ways, or a program's key alone. */
function securityOf(demand: Demand | undefined): object[] {
  if (demand?.kind !== 'permission' && demand?.kind !== 'session') return [];
  const isForKeys = demand.kind === 'permission' && demand.keyScope !== undefined;
  return [{ header: [], cookie: [] }, ...(isForKeys ? [{ key: [] }] : [])];
}

function parametersOf({ from, name, schema }: Input): object[] {
  if (from === 'path') return [{ name, in: 'path', required: true, schema: jsonSchema(schema) }];
  if (from === 'body') return [];
  const { properties = {}, required = [] } = jsonSchema(schema);
  return Object.entries(properties).map(([field, of]) => ({
    name: field,
    in: 'query',
    required: required.includes(field),
    schema: of,
  }));
}

/** The input's JSON schema; a part without a JSON form (a parsed date, say) is left open. */
function jsonSchema(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
}

/** The permission for a call, and the rows it is about. */
export function demandOf(demand: Demand | undefined): string {
  if (demand?.kind === 'permission') {
    const key = demand.keyScope ? ` Keys with ${demand.keyScope} may call it.` : '';
    return `Needs ${demand.permission}; rows: ${demand.scope}.${key}`;
  }
  if (demand?.kind === 'session') return `Needs a session; rows: ${demand.scope}.`;
  return demand?.kind === 'signed' ? 'Signed by the provider.' : 'Open to anyone.';
}
