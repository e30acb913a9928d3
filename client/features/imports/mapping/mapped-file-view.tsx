import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button';
import { GenericSelect } from '../../../ui/generic-select';
import { useDeleteMappingMutation } from '../imports-api';
import { ColumnSources } from './column-sources';
import { FileSight } from './file-sight';
import { PreviewCard } from './preview-card';
import { isComplete } from './sources';
import type { MappedFile, useMappedFile } from './use-mapped-file';

const LONGEST_NAME = 60;

interface Props {
  draft: MappedFile;
  on: ReturnType<typeof useMappedFile>;
}

/** A file before it is taken in: how it is written, which heading is which column, and what an import would do. */
export function MappedFileView({ draft, on }: Props) {
  const { t } = useTranslation('import-mapping');
  const isJudged = draft.judged === draft.mapping;
  const nothing = isJudged && draft.preview?.rowsNew === 0;
  return (
    <>
      <div className="import-bar">
        <strong>{draft.file.name}</strong>
        <KeptChoice draft={draft} on={on} />
        <Input
          className="import-name"
          aria-label={t('import-mapping:name')}
          placeholder={t('import-mapping:name')}
          maxLength={LONGEST_NAME}
          value={draft.name}
          onChange={({ target }) => on.change({ name: target.value })}
        />
        <Button onClick={on.drop}>{t('import-mapping:drop')}</Button>
        <Button
          primary={!isJudged}
          busy={on.isChecking}
          against={isComplete(draft.mapping) ? null : t('import-mapping:incomplete')}
          onClick={() => void on.check(draft)}
        >
          {t('import-mapping:check')}
        </Button>
        <Button
          primary={isJudged}
          busy={on.isStarting}
          against={
            isJudged ? (nothing ? t('import-mapping:nothing') : null) : t('import-mapping:check-first')
          }
          onClick={() => void on.begin(draft)}
        >
          {t('import-mapping:begin')}
        </Button>
      </div>
      <FileSight
        draft={draft}
        onReading={(reading) => void on.look(draft.file, reading)}
        onChange={on.change}
      />
      {draft.preview && <PreviewCard draft={draft} preview={draft.preview} onChange={on.change} />}
      <ColumnSources draft={draft} onChange={on.change} />
    </>
  );
}

/** Mappings that were kept and fit this file. */
function KeptChoice({ draft: { look, name, mapping, file }, on }: Props) {
  const { t } = useTranslation('import-mapping');
  const [forget] = useDeleteMappingMutation();
  const chosen = look.kept.find((each) => each.name === name);
  if (look.kept.length === 0) return null;
  const { encoding, separator } = mapping;
  return (
    <>
      <GenericSelect<string>
        label={t('import-mapping:kept')}
        clearable={false}
        value={chosen?.name}
        choices={look.kept.map((each) => ({ value: each.name, label: each.name }))}
        onChange={(next) => {
          const kept = look.kept.find((each) => each.name === next);
          if (kept) on.change({ name: kept.name, mapping: { ...kept.mapping, encoding, separator } });
        }}
      />
      {chosen && (
        <Button
          quiet
          onClick={() =>
            void forget({ id: chosen.id })
              .unwrap()
              .then(() => on.look(file))
          }
        >
          {t('import-mapping:forget-kept')}
        </Button>
      )}
    </>
  );
}
