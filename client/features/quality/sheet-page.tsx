import { QualitySheetForm, type QualitySheetRow } from '../../../contract/supervision/quality';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { entityScreen } from '../../ui/entity-form/entity-screen';
import { sheetCalls } from './quality-api';
import { SheetVersions } from './sheet-versions';

/** Questions that inspectors answer about a call, and how many calls of a day are drawn. */
export const Component = entityScreen<QualitySheetRow, QualitySheetForm>({
  ...sheetCalls,
  words: 'quality-sheets',
  schema: QualitySheetForm,
  layout: {
    sheet: { institutionId: { kind: 'choice' }, name: {}, questions: { kind: 'lines' } },
    rule: { perDay: {}, minSeconds: {}, enabled: {} },
  },
  may: 'quality:manage',
  list: '/quality/sheets',
  useOptions: usePlaceOptions,
  title: ({ name }) => name,
  Aside: SheetVersions,
  blank: ({ institutionId }) => ({
    institutionId,
    name: null,
    questions: null,
    perDay: 2,
    minSeconds: 30,
    enabled: true,
  }),
});
