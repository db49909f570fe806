import type { Unit } from '@kreide/core/features/structure';
import { useId } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './Planner.module.css';

interface UnitPickerProps {
  label: string;
  units: readonly Unit[];
  ids: readonly number[];
  onChange: (ids: number[]) => void;
  problem?: string | undefined;
}

const nameOf = ({ shortcut, name }: Unit) => [shortcut, name].filter(Boolean).join(' · ');

/** Any number of classes, teachers or rooms: those that are chosen can be left out, the others added. */
export function UnitPicker({ label, units, ids, onChange, problem }: UnitPickerProps) {
  const { t } = useTranslation('planner');
  const labelId = useId();
  const chosen = ids.flatMap((id) => units.find((unit) => unit.id === id) ?? []);
  const others = units.filter(({ id }) => !ids.includes(id));
  return (
    <fieldset className={styles.picker} aria-labelledby={labelId}>
      <legend id={labelId}>{label}</legend>
      {chosen.length > 0 && (
        <ul className={styles.chosen}>
          {chosen.map((unit) => (
            <li key={unit.id}>
              <Button
                look="quiet"
                icon="close"
                aria-label={t('lessonForm.leaveOut', { name: unit.shortcut })}
                onPress={() => onChange(ids.filter((id) => id !== unit.id))}
              >
                {unit.shortcut}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <Select
          label={t('lessonForm.pick', { list: label })}
          value=""
          options={[
            { key: '', text: t('lessonForm.choose') },
            ...others.map((unit) => ({ key: `${unit.id}`, text: nameOf(unit) })),
          ]}
          onChange={(key) => key !== '' && onChange([...ids, Number(key)])}
        />
      )}
      <Problem text={problem ?? null} />
    </fieldset>
  );
}
