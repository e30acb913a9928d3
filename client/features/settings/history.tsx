import { Popconfirm, Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGE_SIZE } from '../../../contract/shared/page';
import { Button } from '../../ui/button';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { Time } from '../../ui/dates/time';
import { DifferenceTable } from '../../ui/entity-form/difference-table';
import { differences, type Field } from '../../ui/entity-form/fields';
import type { Version } from '../../ui/entity-form/values';

type Against = 'previous' | 'inForce';

interface HistoryProps {
  fields: readonly Field[];
  inForce: Version;
  /** The newest first; undefined while they load. */
  versions: readonly Version[] | undefined;
  answer: { error?: unknown; refetch: () => unknown };
  more?: ReturnType<typeof useShown>;
  /** Beside a version's note. */
  moreOf?: (version: Version) => ReactNode;
  /** `at once`: an act of the server's, to be confirmed. Otherwise the values go into the form. */
  restore: { act: (version: Version) => void; atOnce: boolean; disabled?: boolean };
}

/** How many versions are shown; one more is asked for, which tells what the last of them changed. */
export function useShown() {
  const [shown, setShown] = useState<number>(PAGE_SIZE.table);
  return { shown, asked: shown + 1, onMore: () => setShown(shown + PAGE_SIZE.table) };
}

export function History({ versions, answer: { error, refetch }, more, ...rest }: HistoryProps) {
  const { t } = useTranslation('settings');
  const [against, setAgainst] = useState<Against>('previous');
  return (
    <section className="card" aria-label={t('settings:history.title')}>
      <header className="card-head">
        <h2>{t('settings:history.title')}</h2>
        {versions && versions.length > 1 && (
          <Segmented<Against>
            size="small"
            aria-label={t('settings:history.against')}
            value={against}
            onChange={setAgainst}
            options={[
              { value: 'previous', label: t('settings:history.against-previous') },
              { value: 'inForce', label: t('settings:history.against-inForce') },
            ]}
          />
        )}
      </header>
      {!versions && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton />)}
      {versions?.length === 0 && <p className="muted">{t('settings:history.none')}</p>}
      {versions?.slice(0, more?.shown).map((version, index) => {
        const other = against === 'previous' ? versions[index + 1] : rest.inForce;
        return <Entry key={version.version} {...rest} version={version} other={other} against={against} />;
      })}
      {more && versions && versions.length > more.shown && (
        <Button onClick={more.onMore}>{t('settings:history.more')}</Button>
      )}
    </section>
  );
}

type EntryProps = Pick<HistoryProps, 'fields' | 'inForce' | 'restore' | 'moreOf'> & {
  version: Version;
  other: Version | undefined;
  against: Against;
};

function Entry({ fields, inForce, restore, moreOf, version, other, against }: EntryProps) {
  const { t } = useTranslation('settings');
  const isInForce = version.version === inForce.version;
  const [from, to] = against === 'previous' ? [other, version] : [inForce, version];
  return (
    <details className="setting-version">
      <summary>
        <VersionLine version={version} />
        {isInForce && <span className="tag tag-good">{t('settings:in-force.tag')}</span>}
      </summary>
      {version.note && <p className="setting-note">{version.note}</p>}
      {moreOf?.(version)}
      {from && (against === 'previous' || !isInForce) ? (
        <DifferenceTable
          label={t('settings:history.changed', { version: version.version })}
          differences={differences(fields, from.values, to!.values)}
          words="settings"
        />
      ) : (
        <p className="muted">
          {t(isInForce && against === 'inForce' ? 'settings:history.itself' : 'settings:history.first')}
        </p>
      )}
      {!isInForce && <Restore version={version} restore={restore} />}
    </details>
  );
}

function Restore({ version, restore }: { version: Version; restore: HistoryProps['restore'] }) {
  const { t } = useTranslation('settings');
  const disabled = restore.disabled ?? false;
  if (!restore.atOnce)
    return (
      <Button small disabled={disabled} onClick={() => restore.act(version)}>
        {t('settings:history.use')}
      </Button>
    );
  return (
    <Popconfirm
      title={t('settings:history.revert-ask', { version: version.version })}
      description={t('settings:history.revert-hint')}
      okText={t('settings:history.revert')}
      cancelText={t('common:action.cancel')}
      onConfirm={() => restore.act(version)}
    >
      <Button small disabled={disabled}>
        {t('settings:history.revert')}
      </Button>
    </Popconfirm>
  );
}

/** "Version 3 · Nov 21, 10:02 · Jorge Ramírez", and what it brought back. */
export function VersionLine({ version }: { version: Version }) {
  const { t } = useTranslation('settings');
  return (
    <span className="setting-version-line">
      <strong>
        {version.version === 0
          ? t('settings:in-force.default')
          : t('settings:in-force.version', { version: version.version })}
      </strong>
      {version.at && <Time value={version.at} />}
      {version.by && <span>{version.by}</span>}
      {version.approvedBy && <span>{t('settings:history.approvedBy', { name: version.approvedBy })}</span>}
      {version.reverts !== null && version.reverts !== undefined && (
        <span className="tag">
          {version.reverts === 0
            ? t('settings:history.reverts-default')
            : t('settings:history.reverts', { version: version.reverts })}
        </span>
      )}
    </span>
  );
}
