import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Problem } from '../../ui/Problem.tsx';
import styles from './Choices.module.css';
import { gradesQuery } from './choices-queries.ts';

interface GradesFieldProps {
  value: readonly number[];
  errorMessage: string | undefined;
  onChange: (ids: readonly number[]) => void;
}

/** For whom a choice is: the grades of the school. */
export function GradesField({ value, errorMessage, onChange }: GradesFieldProps) {
  const { t } = useTranslation('choices');
  const grades = useQuery(gradesQuery()).data ?? [];
  return (
    <fieldset className={styles.grades}>
      <legend>{t('form.grades')}</legend>
      {grades.map(({ id, shortcut }) => (
        <Checkbox
          key={id}
          isSelected={value.includes(id)}
          onChange={(isChosen) => onChange(isChosen ? [...value, id] : value.filter((one) => one !== id))}
        >
          {shortcut}
        </Checkbox>
      ))}
      <Problem text={errorMessage} />
    </fieldset>
  );
}
