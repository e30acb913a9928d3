import { z } from 'zod';

type Shape = z.core.JSONSchema.BaseSchema;

/** How much of JSON a schema accepts at most: bytes as a browser writes it, and values as the parser counts them. */
export interface Largest {
  bytes: number;
  values: number;
  depth: number;
}

const NUMBER = 22;
/** Keys of a record: its limit stands in a refinement, which a JSON schema does not show. */
const KEYS = 60;
/** Free text in three bytes a character; what is longer than this is base64. */
const BASE64_FROM = 100_000;

export function largestBody(schema: z.ZodType): Largest {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return largest(shape, shape.$defs ?? {});
}

function largest(shape: Shape, defs: Record<string, Shape>): Largest {
  if (shape.$ref) return largest(defs[shape.$ref.split('/').at(-1)!]!, defs);
  const branches = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])];
  if (branches.length > 0) return branches.map((one) => largest(one as Shape, defs)).reduce(larger);
  if (shape.allOf) return shape.allOf.map((one) => largest(one as Shape, defs)).reduce(joined);
  if (shape.const !== undefined || shape.enum)
    return leaf(
      Math.max(...[shape.const, ...(shape.enum ?? [])].map((value) => JSON.stringify(value ?? 0).length)),
    );
  if (shape.type === 'string') return leaf(stringBytes(shape));
  if (shape.type === 'array') {
    const item = Array.isArray(shape.prefixItems)
      ? shape.prefixItems.map((one) => largest(one as Shape, defs)).reduce(joined)
      : times(largest((shape.items ?? {}) as Shape, defs), shape.maxItems ?? Infinity);
    return inside(item);
  }
  if (shape.type === 'object') {
    const named = Object.entries(shape.properties ?? {}).map(([name, one]) => {
      const { bytes, ...rest } = largest(one as Shape, defs);
      return { ...rest, bytes: bytes + name.length + 4 };
    });
    const { additionalProperties: more } = shape;
    const others = typeof more === 'object' ? [recordOf(shape, more, defs)] : [];
    return inside([...named, ...others].reduce(joined, { bytes: 0, values: 0, depth: 0 }));
  }
  return leaf(NUMBER);
}

function recordOf(shape: Shape, value: Shape, defs: Record<string, Shape>): Largest {
  const keys = (shape.propertyNames as Shape | undefined)?.enum?.length ?? KEYS;
  const { bytes, ...rest } = largest(value, defs);
  return times({ ...rest, bytes: bytes + 40 }, keys);
}

function stringBytes({ maxLength, format, pattern }: Shape): number {
  if (maxLength !== undefined) return 2 + (maxLength > BASE64_FROM ? maxLength : maxLength * 3);
  return format || pattern ? 64 : Infinity;
}

const leaf = (bytes: number): Largest => ({ bytes, values: 1, depth: 0 });
const inside = ({ bytes, values, depth }: Largest): Largest => ({
  bytes: bytes + 2,
  values: values + 1,
  depth: depth + 1,
});
const times = ({ bytes, values, depth }: Largest, count: number): Largest => ({
  bytes: (bytes + 1) * count,
  values: values * count,
  depth,
});
const joined = (a: Largest, b: Largest): Largest => ({
  bytes: a.bytes + b.bytes + 1,
  values: a.values + b.values,
  depth: Math.max(a.depth, b.depth),
});
const larger = (a: Largest, b: Largest): Largest => ({
  bytes: Math.max(a.bytes, b.bytes),
  values: Math.max(a.values, b.values),
  depth: Math.max(a.depth, b.depth),
});
