import { structureApi } from '@kreide/core/features/structure';
import {
  type SourceKey,
  timetableImportApi,
  UPLOAD_FILE_MAXIMUM,
  UPLOAD_FILES_MAXIMUM,
  type Upload,
} from '@kreide/core/features/timetable-import';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addFiles, type FilesProblem, toMegabytes } from '../../kernel/chosen-files.ts';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { BareForm } from '../../kernel/form/BareForm.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import { StepFoot } from '../../ui/Steps.tsx';
import styles from './ImportScreens.module.css';

const LIMITS = { files: UPLOAD_FILES_MAXIMUM, bytes: UPLOAD_FILE_MAXIMUM };
const sourcesQuery = queryOf(timetableImportApi.sources, { query: {} });
const yearsQuery = queryOf(structureApi.listYears, {}, { staleTime: 0 });

const NOTHING: { source: SourceKey | 'automatic' | null; year: string; doNotPrint: boolean } = {
  source: null,
  year: 'active',
  doNotPrint: false,
};

/** Files and choices of an upload. Only sources that can be read are offered (T-3.88, T-3.89). */
export function UploadForm({ onCreated }: { onCreated: (upload: Upload) => void }) {
  const { t } = useTranslation('timetable-import');
  const sources = useQuery(sourcesQuery);
  const years = useQuery(yearsQuery);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [problem, setProblem] = useState<FilesProblem | null>(null);
  const create = useMutation(
    mutationOf(timetableImportApi.create, { messages: false, touches: [timetableImportApi.list] }),
  );

  function add(added: readonly File[]) {
    const result = addFiles(files, added, LIMITS);
    setFiles(result.files);
    setProblem(result.problem);
  }

  // The source of the school is offered first (T-7.126).
  const own = sources.data?.find((one) => one.is_chosen && one.is_readable);
  const wantedOf = (source: (typeof NOTHING)['source']) => source ?? own?.key ?? 'automatic';
  const form = useForm({
    initial: NOTHING,
    problems: () => (files.length === 0 ? [{ field: null, text: t('upload.noFile', {}) }] : []),
    send: ({ source, year, doNotPrint }) => {
      setProblem(null);
      const wanted = wantedOf(source);
      const body = {
        ...(wanted === 'automatic' ? {} : { source: wanted }),
        ...(year === 'active' ? {} : { school_year: year }),
        ...(doNotPrint ? { do_not_print: 'true' as const } : {}),
      };
      const parts = files.map((file) => ({ name: file.name, content: file }));
      return create.mutateAsync({ body, files: parts });
    },
    onSaved: onCreated,
  });
  const { source, year, doNotPrint } = form.values;
  const wanted = wantedOf(source);
  const wrong = problem ? t(`upload.${problem.rule}`, problem.params) : form.failure;
  return (
    <Loaded query={sources} skeleton={{ items: 2, label: t('upload.loading') }} errorTitle={t('upload.errorTitle')}>
      {(all) => {
        const readable = all.filter((one) => one.choosable && one.is_readable);
        const chosen = readable.find(({ key }) => key === wanted);
        const hasPrint = wanted === 'automatic' || chosen?.options.includes('do_not_print');
        return (
          <Card isRoomy>
            <BareForm form={form} className={styles.form} aria-label={t('upload.title')}>
              <FileDrop
                onAdd={add}
                texts={{
                  drop: t('upload.drop'),
                  choose: t('upload.choose'),
                  hint: t('upload.hint', { count: LIMITS.files, size: toMegabytes(LIMITS.bytes) }),
                }}
                chosen={{
                  files,
                  onRemove: (file) => setFiles(files.filter((one) => one !== file)),
                  label: t('upload.files'),
                  remove: (name) => t('upload.removeFile', { name }),
                }}
              />
              <div className={styles.choices}>
                <Select
                  label={t('upload.source')}
                  options={[
                    { key: 'automatic', text: t('upload.automatic') },
                    ...readable.map(({ key, name }) => ({ key, text: name })),
                  ]}
                  value={wanted}
                  onChange={(next) => form.change({ source: next })}
                />
                <Select
                  label={t('upload.year')}
                  options={[
                    {
                      key: 'active',
                      text: t('upload.yearActive', { name: years.data?.find((one) => one.is_active)?.name ?? '–' }),
                    },
                    ...(years.data ?? []).map(({ name }) => ({ key: name, text: t('upload.yearNamed', { name }) })),
                  ]}
                  value={year}
                  onChange={(next) => form.change({ year: next })}
                />
              </div>
              {hasPrint && (
                <Checkbox isSelected={doNotPrint} onChange={(next) => form.change({ doNotPrint: next })}>
                  {t('upload.doNotPrint')}
                </Checkbox>
              )}
              <Problem text={wrong} />
              <StepFoot>
                <Button type="submit" look="primary" icon="upload" isPending={form.isPending}>
                  {t(form.isPending ? 'upload.sending' : 'upload.send')}
                </Button>
              </StepFoot>
            </BareForm>
          </Card>
        );
      }}
    </Loaded>
  );
}
