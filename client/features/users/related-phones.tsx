import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { MAX_PAGE_SIZE } from '../../../contract/shared/page';
import type { SoftphoneAct } from '../../../contract/contact/softphones';
import type { UserInfo } from '../../../contract/administration/users';
import {
  useOperateSoftphoneMutation,
  useSoftphoneOfQuery,
  softphoneCalls,
} from '../../domain/softphones/softphones-api';
import { newRequestId } from '../../lib/request-id';
import { Button } from '../../ui/button';
import { GenericSelect } from '../../ui/generic-select';

/** The softphone that a person has: one of the institution's free ones is added, or it is taken away. */
export function RelatedPhones({ user: { id, institutionId, enabled } }: { user: UserInfo }) {
  const { t } = useTranslation('users');
  const { data: own } = useSoftphoneOfQuery({ agentId: id });
  const mayAdd = own === null && enabled;
  const free = { institutionId, status: 'ENABLED', bound: 'unbound', size: MAX_PAGE_SIZE };
  const { data } = softphoneCalls.useList(free, { skip: !mayAdd });
  const [chosen, setChosen] = useState<number>();
  const [operate, { isLoading }] = useOperateSoftphoneMutation();
  const phone = data?.result.find((each) => each.id === chosen);
  const operateOnce = (args: Pick<SoftphoneAct, 'id' | 'version' | 'act' | 'agentId'>) =>
    void operate({ ...args, clientRequestId: newRequestId() });
  return (
    <section className="card" aria-label={t('users:phones.title')}>
      <h2>{t('users:phones.title')}</h2>
      {own && (
        <p>
          <Link to={`/softPhone/${own.id}`}>
            {own.supplier} · {own.extensionNumber}
          </Link>{' '}
          <Button
            busy={isLoading}
            onClick={() => operateOnce({ id: own.id, version: own.version, act: 'unbind' })}
          >
            {t('users:phones.remove')}
          </Button>
        </p>
      )}
      {own === null && <p className="muted">{t('users:phones.none')}</p>}
      {mayAdd && (
        <div className="entity-choice">
          <GenericSelect
            label={t('users:phones.choose')}
            choices={(data?.result ?? []).map(({ id: value, supplier, extensionNumber }) => ({
              value,
              label: `${supplier} · ${extensionNumber}`,
            }))}
            value={chosen}
            onChange={setChosen}
          />{' '}
          <Button
            busy={isLoading}
            disabled={!phone}
            onClick={() =>
              phone && operateOnce({ id: phone.id, version: phone.version, act: 'bind', agentId: id })
            }
          >
            {t('users:phones.add')}
          </Button>
        </div>
      )}
    </section>
  );
}
