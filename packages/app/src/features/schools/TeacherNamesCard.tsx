import { type PublicAccess, type PublicAccessState, TEACHER_NAMES } from '@kreide/core/features/schools';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './SchoolSettingsScreen.module.css';
import type { AccessChange } from './use-public-access.ts';

interface TeacherNamesCardProps {
  access: PublicAccessState;
  problem: string | null;
  onChange: (key: keyof PublicAccess, values: AccessChange) => void;
}

/** What else is told of teachers, each for itself: it counts with short names only. */
const SWITCHES = [
  { key: 'replaced_teachers', text: 'teachers.replaced', about: 'teachers.aboutReplaced' },
  { key: 'absent_teachers', text: 'teachers.absent', about: 'teachers.aboutAbsent' },
  { key: 'teacher_plans', text: 'teachers.plans', about: 'teachers.aboutPlans' },
] as const;

/** How teachers' names appear in public (D-2.09), and whether the screen lists absent ones (T-7.164). */
export function TeacherNamesCard({ access, problem, onChange }: TeacherNamesCardProps) {
  const { t } = useTranslation('schools');
  const hasShortcuts = access.teacher_names === 'shortcut';
  return (
    <Card>
      <section className={styles.card} aria-label={t('teachers.title')}>
        <h3>{t('teachers.title')}</h3>
        <p>{t('teachers.about')}</p>
        <ChoiceList
          label={t('teachers.label')}
          options={TEACHER_NAMES.map((key) => ({ key, text: t(`teachers.${key}`) }))}
          value={access.teacher_names}
          onChange={(teacher_names) => onChange('teacher_names', { teacher_names })}
        />
        <p className={styles.note}>{t(`teachers.about_${access.teacher_names}`)}</p>
        {SWITCHES.map(({ key, text, about }) => (
          <div key={key} className={styles.group}>
            <Switch
              isSelected={hasShortcuts && access[key]}
              isDisabled={!hasShortcuts}
              onChange={(isOn) => onChange(key, { [key]: isOn })}
            >
              {t(text)}
            </Switch>
            <p className={styles.note}>{t(hasShortcuts ? about : 'teachers.needsShortcut')}</p>
          </div>
        ))}
        <Problem text={problem} />
      </section>
    </Card>
  );
}
