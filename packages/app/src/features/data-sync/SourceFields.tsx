import { PRESET_NAMES, PRESET_SOURCES, SYNC_PRESETS, type SyncPreset } from '@kreide/core/features/data-sync';
import { IMPORT_TYPES } from '@kreide/core/features/user-import';
import { useTranslation } from '../../kernel/use-translation.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './DataSync.module.css';
import type { SourceValues } from './source-values.ts';

interface SourceFieldsProps {
  /** From 1. */
  number: number;
  value: SourceValues;
  errorOf: (name: keyof SourceValues) => string | undefined;
  onChange: (part: Partial<SourceValues>) => void;
  onRemove: () => void;
}

type Text = Exclude<keyof SourceValues, 'type'>;

const LABELS = {
  base_dn: 'base',
  filter: 'filter',
  external_id: 'externalId',
  lastname: 'lastname',
  firstname: 'firstname',
  email: 'email',
  birth_date: 'birthDate',
  class: 'class',
  class_pattern: 'classPattern',
  shortcut: 'shortcut',
} as const satisfies Record<Text, string>;

const textsOf = (preset: SyncPreset): Partial<SourceValues> =>
  Object.fromEntries(Object.entries(PRESET_SOURCES[preset]).map(([name, text]) => [name, text ?? '']));

/** Does a place say what the preset proposes? */
const fits = (value: SourceValues, preset: SyncPreset) =>
  Object.entries(textsOf(preset)).every(([name, text]) => value[name as Text] === text);

/** One place of the directory: who stands there, and the names of the attributes that are read. */
export function SourceFields({ number, value, errorOf, onChange, onRemove }: SourceFieldsProps) {
  const { t } = useTranslation(['data-sync', 'user-import']);
  const field = (name: Text) => ({
    name: `source_${number}_${name}`,
    label: t(LABELS[name]),
    value: value[name],
    autoComplete: 'off',
    autoCapitalize: 'none' as const,
    spellCheck: 'false' as const,
    errorMessage: errorOf(name),
    onChange: (text: string) => onChange({ [name]: text }),
  });
  const optional = (name: Text) => ({ ...field(name), description: t('optional') });

  function choose(key: SyncPreset | 'none') {
    if (key !== 'none') onChange(textsOf(key));
  }

  return (
    <fieldset className={styles.source}>
      <legend>{t('source', { number })}</legend>
      <div className={styles.fields}>
        <Select
          label={t('type')}
          options={IMPORT_TYPES.map((key) => ({ key, text: t(`user-import:types.${key}`) }))}
          value={value.type}
          onChange={(type) => onChange({ type })}
        />
        <Select
          label={t('preset')}
          options={[
            { key: 'none' as const, text: t('noPreset') },
            ...SYNC_PRESETS.map((key) => ({ key, text: PRESET_NAMES[key] })),
          ]}
          value={SYNC_PRESETS.find((key) => fits(value, key)) ?? 'none'}
          onChange={choose}
        />
        <TextField {...field('base_dn')} description={t('baseHint')} />
        <TextField {...field('filter')} description={t('filterHint')} />
      </div>
      <h3 className={styles.part}>{t('attributes')}</h3>
      <div className={styles.fields}>
        <TextField {...field('external_id')} description={t('externalIdHint')} />
        <TextField {...field('lastname')} />
        <TextField {...field('firstname')} />
        <TextField {...optional('email')} />
        <TextField {...optional('birth_date')} />
        {value.type === 'TEACHER' && <TextField {...optional('shortcut')} />}
        {value.type === 'STUDENT' && (
          <>
            <TextField {...field('class')} description={t('classHint')} />
            <TextField {...field('class_pattern')} description={t('classPatternHint')} />
          </>
        )}
      </div>
      <span className={styles.remove}>
        <IconButton icon="trash" label={t('removeSource', { number })} onPress={onRemove} />
      </span>
    </fieldset>
  );
}
