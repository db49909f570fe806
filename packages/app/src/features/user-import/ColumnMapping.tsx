import {
  DATE_ORDERS,
  findPreset,
  IMPORT_TYPES,
  type ImportProfile,
  type ImportRun,
  PERSON_FIELDS,
  type PersonField,
  PRESET_IDS,
} from '@kreide/core/features/user-import';
import { useState } from 'react';
import { addFiles, type FilesProblem } from '../../kernel/chosen-files.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './Import.module.css';
import { LIMITS } from './UploadForm.tsx';
import { useReadAgain } from './use-read-again.ts';
import { useWords } from './use-words.ts';

interface ColumnMappingProps {
  run: ImportRun;
  /** The program that is chosen at first. */
  preset: string | null;
  files: readonly File[];
  onFiles: (files: readonly File[]) => void;
  onCreated: (run: ImportRun) => void;
}

const PROGRAMS = PRESET_IDS.map((key) => ({ key, text: findPreset(key)?.name ?? key })).toSorted((one, other) =>
  one.text < other.text ? -1 : 1,
);

/** The meaning of each column. The import keeps it, and the next list of the same program is offered it. */
export function ColumnMapping({ run, preset, files, onFiles, onCreated }: ColumnMappingProps) {
  const { t } = useTranslation(['user-import', 'errors']);
  const { nameField } = useWords();
  const { readAgain, missing, isPending, error } = useReadAgain({ run, files, onCreated });
  const [problem, setProblem] = useState<FilesProblem | null>(null);
  const [profile, setProfile] = useState<ImportProfile>({ ...run.profile, preset });
  const headers = [...new Map(run.columns.map((column) => [column.header, column])).values()];
  const options = [
    { key: 'skip' as const, text: t('read.skipped') },
    ...PERSON_FIELDS.map((key) => ({ key, text: nameField(key) })),
  ];

  return (
    <>
      <Select
        label={t('read.preset')}
        options={[{ key: 'none', text: t('read.noPreset') }, ...PROGRAMS]}
        value={profile.preset ?? 'none'}
        onChange={(key) => setProfile({ ...profile, preset: key === 'none' ? null : key })}
      />
      <h4>{t('read.columns')}</h4>
      <ul className={styles.mapping}>
        {headers.map(({ header, field, is_sensitive }) => (
          <li key={header}>
            <Select
              label={is_sensitive && field === null ? `${header}: ${t('read.sensitive')}` : header}
              options={options}
              value={profile.columns[header] ?? field ?? 'skip'}
              onChange={(key: PersonField | 'skip') =>
                setProfile({ ...profile, columns: { ...profile.columns, [header]: key } })
              }
            />
          </li>
        ))}
      </ul>
      <div className={styles.mapping}>
        <Select
          label={t('read.type')}
          options={(['auto', ...IMPORT_TYPES] as const).map((key) => ({ key, text: t(`types.${key}`) }))}
          value={profile.type ?? 'auto'}
          onChange={(key) => setProfile({ ...profile, type: key === 'auto' ? null : key })}
        />
        <Select
          label={t('read.dateOrder')}
          options={[
            { key: 'auto' as const, text: t('types.auto') },
            ...DATE_ORDERS.map((key) => ({ key, text: t(`dateOrders.${key}`) })),
          ]}
          value={profile.date_order ?? 'auto'}
          onChange={(key) => setProfile({ ...profile, date_order: key === 'auto' ? null : key })}
        />
      </div>
      {missing.length > 0 && (
        <>
          <p className={styles.hint}>{t('read.chooseAgain')}</p>
          <FileDrop
            onAdd={(added) => {
              const result = addFiles(files, added, LIMITS);
              onFiles(result.files);
              setProblem(result.problem);
            }}
            texts={{
              drop: t('upload.drop'),
              choose: t('upload.choose'),
              hint: missing.map(({ name }) => name).join(', '),
            }}
            chosen={{
              files,
              onRemove: (file) => onFiles(files.filter((one) => one !== file)),
              label: t('upload.files'),
              remove: (name) => t('upload.removeFile', { name }),
            }}
          />
        </>
      )}
      <Problem text={problem ? t(`upload.${problem.rule}`, problem.params) : error && toReason(t, error)} />
      <div className={styles.actions}>
        <Button
          look="primary"
          icon="refresh"
          isDisabled={missing.length > 0}
          isPending={isPending}
          onPress={() => readAgain(profile)}
        >
          {t('read.apply')}
        </Button>
      </div>
    </>
  );
}
