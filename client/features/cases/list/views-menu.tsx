import './views-menu.css';
import { App } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedView } from '../../../../contract/preferences';
import {
  useChangeViewMutation,
  useDeleteViewMutation,
  useRestoreViewMutation,
  useViewsQuery,
} from '../../../api/preferences-api';
import { useMay } from '../../../api/session-api';
import { Button } from '../../../ui/button';
import { ChevronIcon } from '../../../ui/icons';
import { Popup } from '../../../ui/layers/popup';

const ViewName = lazy(async () => ({ default: (await import('./view-name')).ViewName }));

interface ViewsMenuProps {
  chosen: number | null;
  onChoose: (view: SavedView | null) => void;
  /** Keeps the list as it stands under this name. */
  onSave: (name: string) => Promise<boolean>;
}

/** Ways to look at the list, each with a link of its own; the own ones are renamed, shared and deleted here. */
export function ViewsMenu({ chosen, onChoose, onSave }: ViewsMenuProps) {
  const { t } = useTranslation('cases');
  const { data: views = [] } = useViewsQuery();
  const [open, setOpen] = useState(false);
  const current = views.find(({ id }) => id === chosen);
  const choose = (view: SavedView | null) => {
    setOpen(false);
    onChoose(view);
  };
  return (
    <Popup
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      content={<Views views={views} chosen={chosen} onChoose={choose} onSave={onSave} />}
    >
      <Button aria-haspopup="dialog" aria-expanded={open}>
        {current?.name ?? t('cases:views.none')}
        <ChevronIcon />
      </Button>
    </Popup>
  );
}

function Views({ views, chosen, onChoose, onSave }: ViewsMenuProps & { views: readonly SavedView[] }) {
  const { t } = useTranslation('cases');
  return (
    <div className="views-menu" role="group" aria-label={t('cases:views.label')}>
      <ul>
        <li>
          <button
            type="button"
            className="view-name"
            aria-pressed={chosen === null}
            onClick={() => onChoose(null)}
          >
            {t('cases:views.none')}
          </button>
        </li>
        {views.map((view) => (
          <ViewRow key={view.id} view={view} chosen={view.id === chosen} onChoose={onChoose} />
        ))}
      </ul>
      <Suspense fallback={null}>
        <ViewName label={t('cases:views.save')} onName={onSave} />
      </Suspense>
    </div>
  );
}

interface ViewRowProps {
  view: SavedView;
  chosen: boolean;
  onChoose: (view: SavedView | null) => void;
}

function ViewRow({ view, chosen, onChoose }: ViewRowProps) {
  const { t } = useTranslation('cases');
  const [renaming, setRenaming] = useState(false);
  const [change] = useChangeViewMutation();
  const mayShare = useMay('view:share');
  const remove = useRemove(view);
  if (renaming) {
    const rename = async (name: string) => {
      const answer = await change({ id: view.id, change: { name } });
      if (!answer.error) setRenaming(false);
      return !answer.error;
    };
    return (
      <li>
        <Suspense fallback={null}>
          <ViewName
            label={t('cases:views.rename')}
            initial={view.name}
            onName={rename}
            onCancel={() => setRenaming(false)}
          />
        </Suspense>
      </li>
    );
  }
  return (
    <li>
      <button type="button" className="view-name" aria-pressed={chosen} onClick={() => onChoose(view)}>
        <span>{view.name}</span>
        {view.shared && (
          <span className="muted">
            {view.own ? t('cases:views.shared') : t('cases:views.of', { name: view.ownerName })}
          </span>
        )}
      </button>
      {view.own && (
        <span className="view-acts">
          {mayShare && (
            <button
              type="button"
              onClick={() => void change({ id: view.id, change: { shared: !view.shared } })}
            >
              {t(view.shared ? 'cases:views.unshare' : 'cases:views.share')}
            </button>
          )}
          <button type="button" onClick={() => setRenaming(true)}>
            {t('cases:views.rename')}
          </button>
          <button type="button" onClick={remove}>
            {t('cases:views.delete')}
          </button>
        </span>
      )}
    </li>
  );
}

const UNDO_SECONDS = 8;

/** Gone at once; a message offers it back for a while. */
function useRemove(view: SavedView): () => void {
  const { t } = useTranslation('cases');
  const { message } = App.useApp();
  const [remove] = useDeleteViewMutation();
  const [restore] = useRestoreViewMutation();
  return () => {
    void remove(view.id).then((answer) => {
      if (answer.error) return;
      const key = `view-${view.id}`;
      const undo = () => {
        message.destroy(key);
        void restore(view.id);
      };
      void message.open({
        key,
        duration: UNDO_SECONDS,
        content: (
          <span role="status">
            {t('cases:views.deleted', { name: view.name })}{' '}
            <Button small quiet onClick={undo}>
              {t('cases:views.undo')}
            </Button>
          </span>
        ),
      });
    });
  };
}
