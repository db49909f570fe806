import {
  IMPORT_FILE_MAXIMUM,
  IMPORT_FILES_MAXIMUM,
  type ImportRun,
  LIST_SOURCE,
  namedSource,
} from '@kreide/core/features/user-import';
import { useState } from 'react';
import { addFiles, type FilesProblem, toMegabytes } from '../../kernel/chosen-files.ts';
import { BareForm } from '../../kernel/form/BareForm.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { StepFoot } from '../../ui/Steps.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Import.module.css';
import { toFields } from './to-fields.ts';
import { useOwnSchool, useRunActions, useSavedRuns } from './use-run.ts';

export const LIMITS = { files: IMPORT_FILES_MAXIMUM, bytes: IMPORT_FILE_MAXIMUM };

/** Has somebody said how its lists are read? */
const isSaid = ({ columns, preset }: ImportRun['profile']) => Object.keys(columns).length > 0 || preset !== null;

const NOTHING: { typed: string | null; isAgain: boolean } = { typed: null, isAgain: true };

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
  const saved = useSavedRuns('-at').data ?? [];
  const params = useOwnSchool();
  const { create } = useRunActions({ onCreated });
  const [problem, setProblem] = useState<FilesProblem | null>(null);
  function read(typed: string | null) {
    const source = typed ?? namedSource(saved[0]?.source ?? '');
    const named = source.trim();
    return { source, named, last: saved.find((run) => run.source === (named || LIST_SOURCE) && isSaid(run.profile)) };
  }
  const form = useForm({
    initial: NOTHING,
    problems: () => (files.length === 0 ? [{ field: null, text: t('upload.noFile', {}) }] : []),
    send: ({ typed, isAgain }) => {
      setProblem(null);
      const { named, last } = read(typed);
      const body = {
        ...(named === '' ? {} : { source: named }),
        ...(last && isAgain ? toFields(last.profile) : {}),
        ...(isComparison ? { comparison: 'true' as const } : {}),
      };
      const parts = files.map((file) => ({ name: file.name, content: file }));
      return create.mutateAsync({ params, body, files: parts });
    },
    toWords: (error) => toReason(t, error),
  });
  const { typed, isAgain } = form.values;
  const { source, named, last } = read(typed);

  function add(added: readonly File[]) {
    const result = addFiles(files, added, LIMITS);
    onFiles(result.files);
    setProblem(result.problem);
  }

  return (
    <Card isRoomy>
      <BareForm form={form} className={styles.form} aria-label={t('upload.title')}>
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
          onChange={(text) => form.change({ typed: text })}
          maxLength={60}
          autoComplete="off"
        />
        {last && (
          <Checkbox isSelected={isAgain} onChange={(next) => form.change({ isAgain: next })}>
            {t('upload.again', { source: named })}
          </Checkbox>
        )}
        <Problem text={problem ? t(`upload.${problem.rule}`, problem.params) : form.failure} />
        <StepFoot>
          <Button type="submit" look="primary" icon="upload" isPending={form.isPending}>
            {t(form.isPending ? 'upload.sending' : 'upload.send')}
          </Button>
        </StepFoot>
      </BareForm>
    </Card>
  );
}
