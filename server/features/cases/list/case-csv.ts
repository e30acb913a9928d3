import { Readable } from 'node:stream';
import type { CaseRow } from '../../../../contract/cases.js';
import type { Language } from '../../../../contract/codes.js';
import { csvOf } from '../../../platform/http/csv.js';
import { wallClock } from '../../../../contract/shared/wall-clock.js';

type Column =
  | 'loanId'
  | 'borrowerId'
  | 'borrowerName'
  | 'borrowerPhone'
  | 'penaltyDate'
  | 'penaltyDay'
  | 'amount'
  | 'status'
  | 'lastCallResult'
  | 'lastCallTime'
  | 'lastCallAgent'
  | 'ownerName';

/** As the screen names them. */
const HEADERS: Record<Language, Record<Column, string>> = {
  cn: {
    loanId: '借款编号',
    borrowerId: '用户编号',
    borrowerName: '用户姓名',
    borrowerPhone: '手机号',
    penaltyDate: '逾期日期',
    penaltyDay: '逾期天数',
    amount: '未还金额',
    status: '案件状态',
    lastCallResult: '最近通话结果',
    lastCallTime: '最近通话时间',
    lastCallAgent: '最近催收员',
    ownerName: '负责人',
  },
  en: {
    loanId: 'Loan ID',
    borrowerId: 'User ID',
    borrowerName: 'User name',
    borrowerPhone: 'Phone',
    penaltyDate: 'Overdue date',
    penaltyDay: 'Overdue days',
    amount: 'Amount due unpaid',
    status: 'Case status',
    lastCallResult: 'Last call result',
    lastCallTime: 'Last call time',
    lastCallAgent: 'Last agent',
    ownerName: 'Owner',
  },
  es: {
    loanId: 'Préstamo',
    borrowerId: 'ID de usuario',
    borrowerName: 'Nombre',
    borrowerPhone: 'Teléfono',
    penaltyDate: 'Vencido desde',
    penaltyDay: 'Mora (días)',
    amount: 'Saldo por pagar',
    status: 'Estatus',
    lastCallResult: 'Último resultado',
    lastCallTime: 'Última llamada',
    lastCallAgent: 'Último gestor',
    ownerName: 'Gestor asignado',
  },
};

export function casesCsv(rows: readonly CaseRow[], language: Language): Readable {
  return csvOf(Readable.from(rows.map(toLine)), HEADERS[language]);
}

function toLine(row: CaseRow): Record<string, string | number | null> {
  return {
    ...pick(row),
    // A plus sign begins a formula: escaped it would stand in the cell as a quote.
    borrowerPhone: row.borrowerPhone.replace(/^\+/, ''),
    amount: (row.amount / 100).toFixed(2),
    lastCallTime: row.lastCallTime === null ? null : wallClock(new Date(row.lastCallTime)).slice(0, 16),
  };
}

function pick({ loanId, borrowerId, borrowerName, penaltyDate, penaltyDay, status, ...rest }: CaseRow) {
  const { lastCallResult, lastCallAgent, ownerName } = rest;
  return {
    loanId,
    borrowerId,
    borrowerName,
    penaltyDate,
    penaltyDay,
    status,
    lastCallResult,
    lastCallAgent,
    ownerName,
  };
}
