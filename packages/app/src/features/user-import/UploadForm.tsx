import { IMPORT_FILE_MAXIMUM, IMPORT_FILES_MAXIMUM, type ImportRun } from '@kreide/core/features/user-import';
import { type FormEvent, useState } from 'react';
import { addFiles, type FilesProblem, toMegabytes } from '../../kernel/chosen-files.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Import.module.css';
import { toFields } from './to-fields.ts';
import { useOwnSchool, useRunActions, useSavedRuns } from './use-run.ts';

export const LIMITS = { files: IMPORT_FILES_MAXIMUM, bytes: IMPORT_FILE_MAXIMUM };

/** Has somebody said how its lists are read? */
const isSaid = ({ columns, preset }: ImportRun['profile']) => Object.keys(columns).length > 0 || preset !== null;

interface UploadFormProps {
  files: readonly File[];
  onFiles: (files: readonly File[]) => void;
  onCreated: (run: ImportRun) => void;
  /** The list of the open comparison. */
  isComparison?: boolean;
}

/** Lists, the program that they come from, and whether their columns are read as the last time. */
export function UploadForm({ files, onFiles, onCreated, isComparison = false }: UploadFormProps) {
  const { t } = useTranslation(['user-import', 'errors']);
  const saved = useSavedRuns().data ?? [];
  const params = useOwnSchool();
  const { create } = useRunActions({ onCreated });
  const [problem, setProblem] = useState<FilesProblem | { rule: 'noFile'; params: Record<string, never> } | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [isAgain, setIsAgain] = useState(true);
  const source = typed ?? saved[0]?.source ?? '';
  const named = source.trim();
  const last = saved.find((run) => run.source === named && isSaid(run.profile));

  function add(added: readonly File[]) {
    const result = addFiles(files, added, LIMITS);
    onFiles(result.files);
    setProblem(result.problem);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (files.length === 0) return setProblem({ rule: 'noFile', params: {} });
    const body = {
      ...(named === '' ? {} : { source: named }),
      ...(last && isAgain ? toFields(last.profile) : {}),
      ...(isComparison ? { comparison: 'true' as const } : {}),
    };
    const parts = files.map((file) => ({ name: file.name, content: file }));
    return create.mutate({ params, body, files: parts });
  }

  const { error } = create;
  const failure = error && (error.issues[0]?.message ?? t(`errors:${error.code}`));
  return (
    <Card isRoomy>
      <form className={styles.form} onSubmit={submit} aria-label={t('upload.title')} noValidate>
        <FileDrop
          onAdd={add}
          texts={{
            drop: t('upload.drop'),
            choose: t('upload.choose'),
            hint: t('upload.hint', { files: LIMITS.files, size: toMegabytes(LIMITS.bytes) }),
          }}
          chosen={{
            files,
            onRemove: (file) => onFiles(files.filter((one) => one !== file)),
            label: t('upload.files'),
            remove: (name) => t('upload.removeFile', { name }),
          }}
        />
        <TextField
          label={t('upload.source')}
          description={t('upload.sourceHint')}
          value={source}
          onChange={setTyped}
          maxLength={60}
          autoComplete="off"
        />
        {last && (
          <Checkbox isSelected={isAgain} onChange={setIsAgain}>
            {t('upload.again', { source: named })}
          </Checkbox>
        )}
        <Problem text={problem ? t(`upload.${problem.rule}`, problem.params) : failure} />
        <div className={styles.actions}>
          <Button type="submit" look="primary" icon="upload" isPending={create.isPending}>
            {t(create.isPending ? 'upload.sending' : 'upload.send')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
