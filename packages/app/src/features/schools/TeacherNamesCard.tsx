import { type PublicAccess, type PublicAccessState, TEACHER_NAMES } from '@kreide/core/features/schools';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { Problem } from './Problem.tsx';
import styles from './SchoolSettingsScreen.module.css';
import type { AccessChange } from './use-public-access.ts';

interface TeacherNamesCardProps {
  access: PublicAccessState;
  problem: string | null;
  onChange: (key: keyof PublicAccess, values: AccessChange) => void;
}

/** How teachers' names appear in public (D-2.09), and whether the screen lists absent ones (T-7.164). */
export function TeacherNamesCard({ access, problem, onChange }: TeacherNamesCardProps) {
  const { t } = useTranslation('schools');
  const isNamed = access.teacher_names !== 'none';
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
        <Switch
          isSelected={isNamed && access.absent_teachers}
          isDisabled={!isNamed}
          onChange={(absent_teachers) => onChange('absent_teachers', { absent_teachers })}
        >
          {t('teachers.absent')}
        </Switch>
        <p className={styles.note}>{t(isNamed ? 'teachers.aboutAbsent' : 'teachers.absentNeedsNames')}</p>
        <Problem text={problem} />
      </section>
    </Card>
  );
}
