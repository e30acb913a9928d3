import { AnnouncementForm } from '../../../contract/supervision/announcements';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { entityScreen } from '../../ui/entity-form/entity-screen';
import { formOf, useAllAnnouncementsQuery, useSaveAnnouncementMutation } from './manage-api';

export const Component = entityScreen({
  words: 'notices',
  schema: AnnouncementForm,
  layout: {
    audience: {
      kind: { words: 'notices:kind' },
      institutionId: { kind: 'choice', required: true },
      groupId: { kind: 'choice', of: 'institutionId' },
      startsAt: { kind: 'time' },
      endsAt: { kind: 'time' },
      published: {},
    },
    texts: { 'texts.cn': {}, 'texts.en': {}, 'texts.es': {} },
    violation: {
      name: {},
      idNo: {},
      irregularities: {},
      processResult: {},
      base64Image: { kind: 'picture' },
    },
  },
  may: 'announcement:manage',
  list: '/announcements',
  useOptions: usePlaceOptions,
  title: (_, t) => t('notices:one.title'),
  blank: ({ institutionId }) => ({
    ...{ kind: 'NOTICE', institutionId, groupId: null, startsAt: null, endsAt: null, published: false },
    texts: { cn: null, en: null, es: null },
  }),
  useOne: (msgId, options) => {
    const { data, ...answer } = useAllAnnouncementsQuery({ msgId }, options);
    const rows = data?.result.map((row) => ({
      ...formOf(row),
      version: row.version,
      updatedBy: row.createdBy,
      updatedAt: row.updatedAt,
    }));
    return { ...answer, ...(rows && { data: rows[0] ?? null }) };
  },
  useSave: () => {
    const [save] = useSaveAnnouncementMutation();
    return ({ id, ...form }) => save(id === undefined ? form : { ...form, msgId: id });
  },
  groupsFor: (groups, { kind }) => groups.filter(({ id }) => kind === 'VIOLATION' || id !== 'violation'),
});
