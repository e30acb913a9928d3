import { useState } from 'react';
import type {
  FileReading,
  ImportLook,
  ImportMapping,
  ImportPreview,
} from '../../../../contract/cases/import-mapping';
import { isComplete } from './sources';
import { useLookAtFileMutation, usePreviewFileMutation, useStartImportMutation } from '../imports-api';

/** A file in the browser that is not taken in yet: how it is read, and what that would do. */
export interface MappedFile {
  file: File;
  look: ImportLook;
  mapping: ImportMapping;
  /** Under which the mapping is kept; empty: it is not. */
  name: string;
  preview: ImportPreview | null;
  /** The mapping that the preview judged. */
  judged: ImportMapping | null;
}

/** The file that was imported last: its refused rows can be taken from it. */
export interface TakenFile {
  importId: number;
  file: File;
  mapping: ImportMapping;
}

/** @param onStarted hears the number of the import that was begun */
export function useMappedFile(onStarted: (importId: number) => void) {
  const [draft, setDraft] = useState<MappedFile | null>(null);
  const [taken, setTaken] = useState<TakenFile | null>(null);
  const [askLook, { isLoading: isLooking }] = useLookAtFileMutation();
  const [askPreview, { isLoading: isChecking }] = usePreviewFileMutation();
  const [start, { isLoading: isStarting }] = useStartImportMutation();

  const check = async (checked: MappedFile) => {
    const { data: preview } = await askPreview(formOf(checked.file, { mapping: checked.mapping }));
    if (preview) setDraft((now) => now && { ...now, preview, judged: checked.mapping });
  };
  /** A file that needs no word of a person is judged at once. */
  const look = async (file: File, reading: FileReading = {}) => {
    const { data: found } = await askLook(formOf(file, { reading }));
    if (!found) return;
    const { mapping, kept } = found;
    const next = { file, look: found, mapping, name: kept[0]?.name ?? '', preview: null, judged: null };
    setDraft(next);
    if (isComplete(mapping)) await check(next);
  };
  const change = (changes: Partial<Pick<MappedFile, 'mapping' | 'name'>>) =>
    setDraft((now) => now && { ...now, ...changes });
  const begin = async ({ file, mapping, name }: MappedFile) => {
    const named = name.trim() ? { ...mapping, name: name.trim() } : mapping;
    const { data: started } = await start(formOf(file, { mapping: named }));
    if (!started) return;
    setDraft(null);
    setTaken({ importId: started.importId, file, mapping });
    onStarted(started.importId);
  };
  return {
    draft,
    taken,
    isLooking,
    isChecking,
    isStarting,
    look,
    change,
    check,
    begin,
    drop: () => setDraft(null),
  };
}

/** Fields stand before the file: the server reads a form from its beginning. */
export function formOf(file: File, fields: Record<string, object>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, JSON.stringify(value));
  form.append('file', file);
  return form;
}
