import { EmptyState } from '../../ui/states';

export function Component() {
  return <EmptyState title="…" />;
}
