import type { ImportProfile, ImportRun } from '@kreide/core/features/user-import';
import { toFields } from './to-fields.ts';
import { useOwnSchool, useRunActions } from './use-run.ts';

interface ReadAgainOptions {
  run: ImportRun;
  files: readonly File[];
  onCreated: (run: ImportRun) => void;
}

/** Reads the lists of an import in another way: the server keeps none, so they are sent once more. */
export function useReadAgain({ run, files, onCreated }: ReadAgainOptions) {
  const params = useOwnSchool();
  const { create } = useRunActions({ onCreated });
  const missing = run.files.filter(({ name }) => !files.some((file) => file.name === name));
  const readAgain = (profile: ImportProfile) =>
    create.mutate({
      params,
      body: { source: run.source, ...toFields(profile), ...(run.comparison ? { comparison: 'true' as const } : {}) },
      files: files.map((file) => ({ name: file.name, content: file })),
    });
  return { readAgain, missing, isPending: create.isPending, error: create.error };
}
