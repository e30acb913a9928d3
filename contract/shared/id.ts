import { z } from 'zod';

export const Id = z.int().positive();
/** An id that arrives as text, in a path or a query string. */
export const IdText = z.coerce.number().int().positive();
/** Makes a repeated submission one effect and one answer. */
export const ClientRequestId = z
  .string()
  .min(8)
  .max(64)
  .regex(/^[\w-]+$/);
