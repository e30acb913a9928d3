import type { CurrentUser } from '../../../contract/session';

interface Props {
  user: Pick<CurrentUser, 'permissions' | 'everywhere'> | undefined;
  label: string;
}

/** To the dashboard of the queues, for whom it opens: they hold the work of all institutions. */
export function BoardLink({ user, label }: Props) {
  if (!user?.everywhere || !user.permissions.includes('job:manage')) return null;
  return (
    <a href="/api/job/board" target="_blank" rel="noreferrer">
      {label}
    </a>
  );
}
