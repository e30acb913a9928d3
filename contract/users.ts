import { z } from 'zod';
import { ROLES, type Role } from './codes.js';
import { PAGE_SIZE, pageQuery } from './shared/page.js';

const prefix = z
  .string()
  .trim()
  .max(64)
  .optional()
  .transform((text) => text || undefined);

/** `manage/user/list`. Names are searched by prefix. */
export const UserListQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  username: prefix,
  name: prefix,
  role: z.enum(ROLES).optional(),
});
export type UserListQuery = z.infer<typeof UserListQuery>;

export interface UserRow {
  id: number;
  username: string;
  name: string;
  role: Role;
  institutionName: string;
  groupName: string | null;
  queueName: string | null;
  enabled: boolean;
  createdAt: string;
  updatedAt: string;
}
