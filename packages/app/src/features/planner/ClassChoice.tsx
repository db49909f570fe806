import type { PlannedGrade } from '@kreide/core/features/planner';
import { classesByLevel } from '@kreide/core/features/structure';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Problem } from '../../ui/Problem.tsx';
import styles from './Proposal.module.css';

interface ClassChoiceProps {
  grades: readonly PlannedGrade[];
  ids: readonly number[];
  onChange: (ids: number[]) => void;
  problem?: string | undefined;
}

/** Any number of classes, in the groups of the school; all of a year level at once (T-3.05). */
export function ClassChoice({ grades, ids, onChange, problem }: ClassChoiceProps) {
  const { t } = useTranslation('planner');
  const groups = [...Map.groupBy(grades, ({ category }) => category ?? '')];
  const take = (all: readonly number[], isChosen: boolean) =>
    onChange(isChosen ? [...new Set([...ids, ...all])] : ids.filter((id) => !all.includes(id)));
  return (
    <fieldset className={styles.choice}>
      <legend>{t('proposal.classes')}</legend>
      <div className={styles.levels}>
        {classesByLevel(grades).map(({ level, ids: all }) => {
          const isChosen = all.every((id) => ids.includes(id));
          return (
            <Button key={level} look="quiet" aria-pressed={isChosen} onPress={() => take(all, !isChosen)}>
              {t('proposal.level', { level })}
            </Button>
          );
        })}
      </div>
      {groups.map(([category, members]) => (
        <fieldset key={category} className={styles.classes}>
          {category !== '' && <legend>{category}</legend>}
          {members.map(({ id, shortcut }) => (
            <Checkbox key={id} isSelected={ids.includes(id)} onChange={(isChosen) => take([id], isChosen)}>
              {shortcut}
            </Checkbox>
          ))}
        </fieldset>
      ))}
      <Problem text={problem ?? null} />
    </fieldset>
  );
}
