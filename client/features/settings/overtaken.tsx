import { Alert, Button } from 'antd';
import { useWords } from '../../i18n/use-words';
import { DifferenceTable } from './difference-table';
import type { Setting } from './use-setting';
import { differences } from './values';

/** Somebody else was first: what was changed, and whether mine goes on top of it. */
export function Overtaken({ setting }: { setting: Setting }) {
  const { t } = useWords('settings');
  const { overtakenBy, followed, fields, base } = setting;
  if (overtakenBy) {
    const label = t('settings:overtaken.title', { name: overtakenBy.by ?? t('settings:in-force.somebody') });
    return (
      <Alert
        type="warning"
        role="alert"
        title={label}
        description={
          <div className="setting-overtaken">
            <DifferenceTable
              label={label}
              differences={differences(fields, base.values, overtakenBy.values)}
            />
            <div className="setting-buttons">
              <Button size="small" onClick={setting.keepMine}>
                {t('settings:overtaken.keep')}
              </Button>
              <Button size="small" onClick={setting.discard}>
                {t('settings:overtaken.take')}
              </Button>
            </div>
          </div>
        }
      />
    );
  }
  return (
    <p role="status" className={followed ? 'setting-followed' : 'visually-hidden'}>
      {followed &&
        t('settings:overtaken.followed', {
          name: followed.by ?? t('settings:in-force.somebody'),
          version: followed.version,
        })}
    </p>
  );
}
