import { Readable } from 'node:stream';
import type { Language } from '../../../contract/codes.js';
import type { RepayRow } from '../../../contract/statistics.js';
import { csvOf } from '../../platform/http/csv.js';
import { wallClock } from '../../../contract/shared/wall-clock.js';

/** As the screen names them. */
const HEADERS: Record<Language, Record<keyof Omit<RepayRow, 'id'>, string>> = {
  cn: {
    borrow_id: '借款编号',
    user_id: '用户编号',
    user_name: '用户姓名',
    repay_due_time: '应还日期',
    penalty_day: '逾期天数',
    repay_due_amount: '应还金额',
    amount: '还款金额',
    repay_time: '还款时间',
    repay_way_name: '还款方式',
  },
  en: {
    borrow_id: 'Loan ID',
    user_id: 'User ID',
    user_name: 'User name',
    repay_due_time: 'Due date',
    penalty_day: 'Overdue days',
    repay_due_amount: 'Amount due',
    amount: 'Repaid amount',
    repay_time: 'Repaid at',
    repay_way_name: 'Repaid by',
  },
  es: {
    borrow_id: 'Préstamo',
    user_id: 'ID de usuario',
    user_name: 'Nombre',
    repay_due_time: 'Fecha de vencimiento',
    penalty_day: 'Días de atraso',
    repay_due_amount: 'Monto por pagar',
    amount: 'Monto pagado',
    repay_time: 'Fecha de pago',
    repay_way_name: 'Forma de pago',
  },
};

/** A spreadsheet of payments: money as numbers of pesos, Mexico City's time. */
export function statisticsCsv(rows: AsyncIterable<RepayRow>, language: Language): Readable {
  return csvOf(Readable.from(spread(rows)), HEADERS[language]);
}

async function* spread(rows: AsyncIterable<RepayRow>): AsyncGenerator<Record<string, string | number>> {
  for await (const { id: _id, ...row } of rows) {
    yield {
      ...row,
      repay_due_amount: (row.repay_due_amount / 100).toFixed(2),
      amount: (row.amount / 100).toFixed(2),
      repay_time: wallClock(new Date(row.repay_time)),
    };
  }
}
