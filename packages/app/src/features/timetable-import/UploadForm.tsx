import { structureApi } from '@kreide/core/features/structure';
import {
  type SourceKey,
  timetableImportApi,
  UPLOAD_FILE_MAXIMUM,
  UPLOAD_FILES_MAXIMUM,
  type Upload,
} from '@kreide/core/features/timetable-import';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { addFiles, type FilesProblem, toMegabytes } from '../../kernel/chosen-files.ts';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './ImportScreens.module.css';

const LIMITS = { files: UPLOAD_FILES_MAXIMUM, bytes: UPLOAD_FILE_MAXIMUM };
const sourcesQuery = queryOf(timetableImportApi.sources, { query: {} });
const yearsQuery = queryOf(structureApi.listYears, {}, { staleTime: 0 });

/** Files and choices of an upload. Only sources that can be read are offered (T-3.88, T-3.89). */
export function UploadForm({ onCreated }: { onCreated: (upload: Upload) => void }) {
  const { t } = useTranslation(['timetable-import', 'errors']);
  const sources = useQuery(sourcesQuery);
  const years = useQuery(yearsQuery);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [problem, setProblem] = useState<FilesProblem | { rule: 'noFile'; params: Record<string, never> } | null>(null);
  const [source, setSource] = useState<SourceKey | 'automatic' | null>(null);
  const [year, setYear] = useState('active');
  const [doNotPrint, setDoNotPrint] = useState(false);
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
  const wanted = source ?? own?.key ?? 'automatic';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (files.length === 0) return setProblem({ rule: 'noFile', params: {} });
    const body = {
      ...(wanted === 'automatic' ? {} : { source: wanted }),
      ...(year === 'active' ? {} : { school_year: year }),
      ...(doNotPrint ? { do_not_print: 'true' as const } : {}),
    };
    const parts = files.map((file) => ({ name: file.name, content: file }));
    return create.mutate({ body, files: parts }, { onSuccess: onCreated });
  }

  const failure = create.error && t(`errors:${create.error.code}`);
  const wrong = problem ? t(`upload.${problem.rule}`, problem.params) : failure;
  return (
    <Loaded query={sources} skeleton={{ items: 2, label: t('upload.loading') }} errorTitle={t('upload.errorTitle')}>
      {(all) => {
        const readable = all.filter((one) => one.choosable && one.is_readable);
        const chosen = readable.find(({ key }) => key === wanted);
        const hasPrint = wanted === 'automatic' || chosen?.options.includes('do_not_print');
        return (
          <Card isRoomy>
            <form className={styles.form} onSubmit={submit} aria-label={t('upload.title')} noValidate>
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
                  onChange={setSource}
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
                  onChange={setYear}
                />
              </div>
              {hasPrint && (
                <Checkbox isSelected={doNotPrint} onChange={setDoNotPrint}>
                  {t('upload.doNotPrint')}
                </Checkbox>
              )}
              <Problem text={wrong} />
              <div className={styles.actions}>
                <Button type="submit" look="primary" icon="upload" isPending={create.isPending}>
                  {t(create.isPending ? 'upload.sending' : 'upload.send')}
                </Button>
              </div>
            </form>
          </Card>
        );
      }}
    </Loaded>
  );
}
