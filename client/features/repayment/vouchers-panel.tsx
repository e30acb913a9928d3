import './repayment.css';
import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseInfo } from '../../../contract/cases/cases';
import type { PaymentVoucher } from '../../../contract/money/payments';
import { SimulatedTag } from '../../domain/site/simulated-tag';
import { Button } from '../../ui/button';
import { Money } from '../../ui/money';
import { type SmallColumn, PagedTable } from '../../ui/tables/small-table';
import { Tag } from '../../ui/status-tag';
import { Time } from '../../ui/dates/time';
import { useVouchersQuery } from './records-api';

const TONES = { NONE: 'good', PARTIAL: 'warn', FULL: 'bad' } as const;

export default function VouchersPanel({ info }: { info: CaseInfo }) {
  const { t } = useTranslation(['repayment', 'codes']);
  const [shown, setShown] = useState<PaymentVoucher | null>(null);
  return (
    <>
      <PagedTable
        useRows={useVouchersQuery}
        taskId={info.id}
        words="repayment:voucher"
        label="repayment:voucher.list"
        nothing="repayment:voucher.none"
        columns={columns(setShown)}
        rowKey={({ id }) => id}
      />
      <Modal
        open={shown !== null}
        title={t('repayment:voucher.title')}
        rootClassName="voucher-layer"
        onCancel={() => setShown(null)}
        footer={
          <Button primary onClick={() => window.print()}>
            {t('repayment:voucher.print')}
          </Button>
        }
        width={460}
      >
        {shown && <Voucher voucher={shown} />}
      </Modal>
    </>
  );
}

function columns(onShow: (voucher: PaymentVoucher) => void): readonly SmallColumn<PaymentVoucher>[] {
  return [
    { field: 'valueTime', kind: 'time' },
    { field: 'payChannel', kind: 'code', words: 'codes:pay-channel' },
    { field: 'amount', kind: 'money' },
    {
      field: 'reversal',
      draw: ({ reversal, simulated }, t) => (
        <>
          <Tag tone={TONES[reversal]}>{t(`repayment:voucher.state.${reversal}`)}</Tag>{' '}
          {simulated && <SimulatedTag />}
        </>
      ),
    },
    {
      field: 'providerReference',
      draw: (row) => (
        <Button quiet small className="voucher-open" onClick={() => onShow(row)}>
          {row.providerReference}
        </Button>
      ),
    },
  ];
}

function Voucher({ voucher }: { voucher: PaymentVoucher }) {
  const { t } = useTranslation(['repayment', 'codes']);
  const fact = (key: string, value: React.ReactNode) => (
    <div>
      <dt>{t(`repayment:voucher.${key}`)}</dt>
      <dd>{value}</dd>
    </div>
  );
  return (
    <dl className="money-facts">
      {voucher.simulated && fact('reality', t('common:site.simulated.hint'))}
      {fact('amount', <Money value={voucher.amount} />)}
      {fact('reversal', t(`repayment:voucher.state.${voucher.reversal}`))}
      {voucher.reversedAmount > 0 && fact('reversed', <Money value={-voucher.reversedAmount} />)}
      {voucher.prepaidAmount > 0 && fact('prepaid', <Money value={voucher.prepaidAmount} />)}
      {voucher.refundAmount > 0 && fact('refund', <Money value={voucher.refundAmount} />)}
      {voucher.extensionFee !== null && fact('fee', <Money value={voucher.extensionFee} />)}
      {fact('providerReference', voucher.providerReference)}
      {fact('payChannel', t(`codes:pay-channel.${voucher.payChannel}`))}
      {fact('valueTime', <Time value={voucher.valueTime} as="stamp" />)}
      {fact('postTime', <Time value={voucher.postTime} as="stamp" />)}
      {fact('borrower', voucher.borrowerName)}
      {fact('loan', `${voucher.appName} · ${voucher.loanId}`)}
      {fact('dueBefore', <Money value={voucher.dueBefore} />)}
      {voucher.periods.map(({ period, amount }, place) => (
        <div key={place}>
          <dt>{t('repayment:voucher.period', { period })}</dt>
          <dd>
            <Money value={amount} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
