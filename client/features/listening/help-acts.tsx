import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DECLINE_REASONS } from '../../../contract/supervision/help';
import { useDeclineHelpMutation, useHelpersQuery, usePassHelpMutation } from '../../domain/help/help-api';
import { Button } from '../../ui/button';
import { Popup } from '../../ui/layers/popup';

interface HelpActProps {
  id: number;
  /** The collector's name. */
  name: string;
}

/** A menu of the people who may come instead. */
export function PassHelp({ id, name }: HelpActProps) {
  const { t } = useTranslation(['listening', 'codes']);
  const [open, setOpen] = useState(false);
  const { data: helpers } = useHelpersQuery({ id }, { skip: !open });
  const [pass] = usePassHelpMutation();
  const choose = async (to: number) => {
    await pass({ id, to });
    setOpen(false);
  };
  return (
    <Popup
      open={open}
      onOpenChange={setOpen}
      placement="top"
      title={t('listening:help.pass-to', { name })}
      content={
        <div className="help-choices">
          {helpers?.length === 0 && <p className="muted">{t('listening:help.nobody')}</p>}
          {helpers?.map((helper) => (
            <Button key={helper.id} quiet onClick={() => void choose(helper.id)}>
              {helper.name} · {t(`codes:role.${helper.role}`)}
            </Button>
          ))}
        </div>
      }
    >
      <Button small>{t('listening:help.pass')}</Button>
    </Popup>
  );
}

/** A menu of what the collector is to do instead. */
export function DeclineHelp({ id, name }: HelpActProps) {
  const { t } = useTranslation('listening');
  const [open, setOpen] = useState(false);
  const [decline] = useDeclineHelpMutation();
  return (
    <Popup
      open={open}
      onOpenChange={setOpen}
      placement="top"
      title={t('listening:help.decline-to', { name })}
      content={
        <div className="help-choices">
          {DECLINE_REASONS.map((reason) => (
            <Button key={reason} quiet onClick={() => void decline({ id, reason })}>
              {t(`listening:help.reason.${reason}`)}
            </Button>
          ))}
        </div>
      }
    >
      <Button small>{t('listening:help.decline')}</Button>
    </Popup>
  );
}
