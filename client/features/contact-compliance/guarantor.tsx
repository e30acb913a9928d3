import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PreviewedContact } from '../../../contract/contact/contact-compliance';
import { DEVICE_RELATIONS, type Relation } from '../../../contract/codes';
import { useMay } from '../../api/session-api';
import { Button } from '../../ui/button';
import { Popup } from '../../ui/layers/popup';
import { Tag } from '../../ui/status-tag';
import { Time } from '../../ui/dates/time';
import { useConfirmGuarantorMutation, useMarkGuarantorMutation } from './contact-compliance-api';

/** The borrower signed himself, and whom his device names is another approval's. */
const NOBODYS_GUARANTOR: readonly Relation[] = ['R01', ...DEVICE_RELATIONS];

interface GuarantorProps {
  taskId: number;
  found: PreviewedContact;
}

/** The loan's guarantor: a leader asks for the mark, a second person confirms it. */
export function Guarantor({ taskId, found }: GuarantorProps) {
  const { t } = useTranslation('guard');
  const { message } = App.useApp();
  const mayAsk = useMay('guard:hold');
  const [mark, { isLoading }] = useMarkGuarantorMutation();
  if (NOBODYS_GUARANTOR.includes(found.relation)) return null;
  if (found.guarantorRequest)
    return (
      <div className="guard-opt-out">
        <GuarantorRequest taskId={taskId} found={found} />
      </div>
    );
  if (!mayAsk) return found.guarantor ? <p className="muted">{t('guard:guarantor.is')}</p> : null;
  const change = async () => {
    const answer = await mark({ taskId, contactId: found.contactId, guarantor: !found.guarantor });
    if (!answer.error) void message.success(t(`guard:guarantor.${found.guarantor ? 'ended' : 'asked'}`));
  };
  return (
    <div className="guard-opt-out">
      <p className="muted">{t(found.guarantor ? 'guard:guarantor.is' : 'guard:guarantor.second')}</p>
      <Button small busy={isLoading} onClick={() => void change()}>
        {t(found.guarantor ? 'guard:guarantor.end' : 'guard:guarantor.ask')}
      </Button>
    </div>
  );
}

/** The request, and the second person's decision; the first one can only take it back. */
function GuarantorRequest({ taskId, found: { contactId, guarantorRequest } }: GuarantorProps) {
  const { t } = useTranslation('guard');
  const { message } = App.useApp();
  const mayConfirm = useMay('guard:confirm');
  const [confirm, { isLoading }] = useConfirmGuarantorMutation();
  const { requestedBy, requestedAt, own } = guarantorRequest!;
  const say = async (confirmed: boolean) => {
    const answer = await confirm({ taskId, contactId, confirmed });
    if (!answer.error) void message.success(t(`guard:guarantor.${confirmed ? 'confirmed' : 'refused'}`));
  };
  return (
    <>
      <p>
        {t('guard:guarantor.request', { name: requestedBy ?? t('guard:holds.system') })} ·{' '}
        <Time value={requestedAt} />
      </p>
      {own && <p className="muted">{t('guard:guarantor.second')}</p>}
      {mayConfirm && (
        <div className="guard-answers">
          {!own && (
            <Button small primary busy={isLoading} onClick={() => void say(true)}>
              {t('guard:guarantor.confirm')}
            </Button>
          )}
          <Button small busy={isLoading} onClick={() => void say(false)}>
            {t(own ? 'guard:guarantor.withdraw' : 'guard:guarantor.refuse')}
          </Button>
        </div>
      )}
    </>
  );
}

/** On the case, so that the second person need not look for it. */
export function GuarantorChip({ taskId, found }: GuarantorProps) {
  const { t } = useTranslation(['guard', 'codes']);
  return (
    <Popup
      placement="right"
      title={t('guard:guarantor.title', {
        name: found.guarantorRequest?.name,
        relation: t(`codes:relation.${found.relation}`),
      })}
      content={
        <div className="guard-hold">
          <GuarantorRequest taskId={taskId} found={found} />
        </div>
      }
    >
      <button type="button" className="guard-chip">
        <Tag tone="warn">{t('guard:guarantor.waits')}</Tag>
      </button>
    </Popup>
  );
}
