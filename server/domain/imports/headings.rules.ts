import type { ImportColumn } from '../../../contract/cases/import-mapping.js';

/** Headings by which lenders call a column, in English, Spanish and Chinese. The client's own name of a column is among them. */
const NAMES: Partial<Record<ImportColumn, readonly string[]>> = {
  institutionCode: ['institution', 'institution code', 'institución', 'código de la institución', 'despacho', '机构', '机构编号'],
  queueCode: ['queue', 'queue code', 'cola', 'código de la cola', 'bucket', 'cartera', '队列', '队列编号'],
  appName: ['app', 'application', 'aplicación', 'nombre de la app', '应用', 'app名称'],
  productCategory: ['product', 'product category', 'producto', 'tipo de producto', '产品', '产品类型'],
  platform: ['platform', 'plataforma', 'sistema operativo', '平台'],
  borrowerExternalId: ['borrower number', 'customer id', 'customer number', 'client id', 'número del deudor', 'número de cliente', 'id cliente', 'no cliente', 'cliente', '客户编号', '借款人编号'],
  borrowerName: ['borrower', 'borrower name', 'customer name', 'full name', 'name', 'deudor', 'nombre del deudor', 'nombre', 'nombre completo', 'nombre del cliente', 'titular', '姓名', '借款人', '客户姓名'],
  identityNumber: ['identity number', 'id number', 'curp', 'rfc', 'identificación', 'número de identificación', '证件号', '身份证号'],
  birthDate: ['date of birth', 'birth date', 'fecha de nacimiento', 'nacimiento', '出生日期'],
  municipality: ['municipality', 'city', 'municipio', 'ciudad', 'delegación', 'alcaldía', '城市', '市'],
  state: ['state', 'estado', 'entidad', 'entidad federativa', '州', '省'],
  phone: ['phone', 'mobile', 'cell phone', 'phone number', 'teléfono', 'celular', 'teléfono celular', 'teléfono móvil', 'tel', 'móvil', '电话', '手机', '手机号'],
  phoneSource: ['phone source', 'source of phone', 'origen del teléfono', 'origen teléfono', 'fuente del teléfono', '电话来源'],
  phoneGivenOn: ['phone given on', 'phone date', 'fecha del teléfono', 'teléfono dado el', '电话提供日期'],
  homePhone: ['home phone', 'teléfono de casa', 'teléfono fijo', 'teléfono domicilio', '家庭电话', '住宅电话'],
  companyName: ['employer', 'company', 'company name', 'empresa', 'empleador', 'nombre de la empresa', '公司', '工作单位'],
  occupation: ['occupation', 'job', 'ocupación', 'puesto', '职业'],
  maritalStatus: ['marital status', 'estado civil', '婚姻状况'],
  education: ['education', 'escolaridad', 'estudios', '学历'],
  loanExternalId: ['loan', 'loan number', 'loan id', 'contract number', 'crédito', 'número de crédito', 'no crédito', 'préstamo', 'número de préstamo', 'contrato', 'folio', '贷款编号', '合同号'],
  loanItemExternalId: ['loan item', 'item number', 'loan item number', 'partida', 'número de partida', 'subcrédito', '借款单号', '借据号', '订单号'],
  reloan: ['reloan', 'renewal', 'recrédito', 'renovación', 'recompra', '复借', '复借类型'],
  disbursedAt: ['disbursed on', 'disbursement date', 'disbursed', 'loan date', 'fecha de desembolso', 'fecha de otorgamiento', 'fecha de disposición', 'desembolso', '放款日期', '放款时间'],
  contractAmount: ['contract amount', 'loan amount', 'amount of the loan', 'monto del crédito', 'monto otorgado', 'importe del crédito', 'monto del préstamo', '合同金额', '贷款金额'],
  period: ['period', 'instalment', 'installment', 'instalment number', 'cuota', 'número de cuota', 'periodo', 'parcialidad', 'no pago', '期数', '期次'],
  dueDate: ['due date', 'due', 'due on', 'fecha de vencimiento', 'vencimiento', 'fecha límite de pago', 'fecha de pago', '到期日', '应还日期'],
  principal: ['principal', 'capital', 'saldo capital', 'principal due', '本金', '应还本金'],
  interest: ['interest', 'interés', 'intereses', 'interés ordinario', '利息'],
  penalty: ['penalty', 'late fee', 'moratorio', 'moratorios', 'interés moratorio', 'recargos', 'penalización', '罚息', '滞纳金'],
  iva: ['iva', 'vat', 'tax', 'impuesto', '增值税', '税'],
  paidAmount: ['paid', 'paid amount', 'pagado', 'monto pagado', 'abonos', '已还', '已还金额'],
  bankName: ['bank', 'bank name', 'banco', '银行', '开户行'],
  cardLast4: ['card', 'last four digits', 'card last 4', 'tarjeta', 'últimos 4 dígitos', 'terminación', '卡号后四位'],
  residenceAddress: ['address', 'residence', 'home address', 'domicilio', 'dirección', 'calle y número', '地址', '居住地址'],
  companyAddress: ['employer address', 'company address', 'dirección de la empresa', 'domicilio laboral', '公司地址'],
  workingYears: ['years at work', 'working years', 'años de trabajo', 'antigüedad', 'antigüedad laboral', '工作年限'],
  contact1Name: ['contact', 'contact name', 'contact 1', 'reference', 'reference 1', 'contacto', 'contacto 1', 'nombre del contacto', 'referencia', 'referencia 1', '联系人', '联系人1'],
  contact1Phone: ['contact phone', 'contact 1 phone', 'reference phone', 'teléfono del contacto', 'teléfono del contacto 1', 'teléfono referencia', 'teléfono referencia 1', '联系人电话', '联系人1电话'],
  contact1Relation: ['contact relation', 'contact 1 relation', 'relation', 'relationship', 'relación', 'relación del contacto', 'relación del contacto 1', 'parentesco', '关系', '联系人1关系'],
  contact2Name: ['contact 2', 'reference 2', 'contacto 2', 'referencia 2', '联系人2'],
  contact2Phone: ['contact 2 phone', 'teléfono del contacto 2', 'teléfono referencia 2', '联系人2电话'],
  contact2Relation: ['contact 2 relation', 'relación del contacto 2', 'parentesco 2', '联系人2关系'],
  contact3Name: ['contact 3', 'reference 3', 'contacto 3', 'referencia 3', '联系人3'],
  contact3Phone: ['contact 3 phone', 'teléfono del contacto 3', 'teléfono referencia 3', '联系人3电话'],
  contact3Relation: ['contact 3 relation', 'relación del contacto 3', 'parentesco 3', '联系人3关系'],
  paidAt: ['paid on', 'paid at', 'payment date', 'fecha del pago', 'fecha y hora del pago', 'pagado el', '付款日期', '付款时间'],
  amount: ['amount', 'payment amount', 'importe', 'monto', 'monto del pago', '金额', '付款金额'],
  channel: ['channel', 'payment channel', 'canal', 'canal de pago', 'medio de pago', '渠道', '付款渠道'],
  providerReference: ['reference of the provider', 'provider reference', 'payment reference', 'referencia del proveedor', 'referencia de pago', 'referencia bancaria', '支付流水号', '渠道流水号'],
  type: ['type', 'movement', 'tipo', 'tipo de movimiento', 'movimiento', '类型'],
  originalReference: ['original reference', 'referencia original', '原流水号'],
}; // prettier-ignore

const COLUMNS_OF = new Map<string, ImportColumn>();
for (const [column, names] of Object.entries(NAMES) as [ImportColumn, readonly string[]][])
  for (const name of [column, ...names])
    if (!COLUMNS_OF.has(plain(name))) COLUMNS_OF.set(plain(name), column);

/** Accents, case, points and spaces make no other heading. */
function plain(heading: string): string {
  return heading
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Column that a heading names, in any of the three languages; undefined when it names none that is known. */
export function columnNamed(heading: string): ImportColumn | undefined {
  return COLUMNS_OF.get(plain(heading));
}

/** A file's first row as names that differ: an empty one by its place, a repeated one by its number. */
export function headingsOf(cells: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return cells.map((cell, at) => {
    const name = cell.trim().slice(0, 180) || `#${at + 1}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}
