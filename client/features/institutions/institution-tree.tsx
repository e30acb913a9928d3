import { Tree, type TreeDataNode } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { InstitutionNode } from '../../../contract/administration/institutions';
import { useInstitutionsQuery, useLazyInstitutionsQuery } from '../../domain/institutions/institutions-api';
import { ErrorState, PanelSkeleton } from '../../ui/states';

const institutionAddress = (id: number) => `/institutionalManagement/institution/${id}`;

/** The institutions with their groups under each. What is not told at once is asked for when it is opened. */
export function InstitutionTree() {
  const { t } = useTranslation('institutions');
  const { data, error, refetch } = useInstitutionsQuery();
  const [ask] = useLazyInstitutionsQuery();
  const [more, setMore] = useState<readonly InstitutionNode[]>([]);
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton lines={6} />;
  const loaded = new Set(data.map(({ id }) => id));
  const nodes = [...data, ...more.filter(({ id }) => !loaded.has(id))];
  const open = async ({ key }: { key: TreeDataNode['key'] }) => {
    const parentId = Number(key);
    const { data: below = [] } = await ask({ parentId }, true);
    setMore((known) => [...known.filter((node) => node.parentId !== parentId), ...below]);
  };
  return (
    <Tree
      aria-label={t('institutions:tree')}
      treeData={branches(nodes, t)}
      defaultExpandedKeys={nodes.slice(0, 1).map(({ id }) => id)}
      loadData={open}
      selectable={false}
      showLine
    />
  );
}

function branches(nodes: readonly InstitutionNode[], t: TFunction): TreeDataNode[] {
  const known = new Set(nodes.map(({ id }) => id));
  const byParent = new Map<number | null, InstitutionNode[]>();
  for (const node of nodes) {
    const parent = node.parentId !== null && known.has(node.parentId) ? node.parentId : null;
    byParent.set(parent, [...(byParent.get(parent) ?? []), node]);
  }
  const branch = (node: InstitutionNode): TreeDataNode => {
    const below = byParent.get(node.id) ?? [];
    const isComplete = below.length === node.below;
    return {
      key: node.id,
      title: (
        <>
          <Link to={institutionAddress(node.id)}>{node.name}</Link>
          {!node.enabled && <span className="muted"> {t('institutions:status.closed')}</span>}
        </>
      ),
      isLeaf: node.below + node.groups.length === 0,
      ...((isComplete || below.length > 0) && {
        children: [
          ...node.groups.map(({ id, name }) => ({ key: `group-${id}`, title: name, isLeaf: true })),
          ...below.map(branch),
        ],
      }),
    };
  };
  return (byParent.get(null) ?? []).map(branch);
}
