import type { AbsenceType } from '@kreide/core/features/absences';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import styles from './Absences.module.css';
import type { AbsenceForm } from './absence-form.ts';
import type { Whom } from './queries.ts';
import { rangeText } from './words.ts';

interface AbsenceSummaryProps {
  values: AbsenceForm;
  span: { begins_at: string; ends_at: string };
  people: readonly Whom[];
  types: readonly AbsenceType[];
}

/** What will be sent of a new absence, in words. */
export function AbsenceSummary({ values, span, people, types }: AbsenceSummaryProps) {
  const { t, language } = useTranslation('absences');
  const zone = useSelf().school.time_zone;
  const facts = [
    [t('steps.whom'), people.map(({ name }) => name).join(', ')],
    [t('choice.label'), types.find(({ id }) => id === values.type_id)?.meta.name ?? ''],
    [t('form.range'), rangeText(span, { t, language, zone })],
    [t('form.note'), values.excuse_note],
    [t('form.comment'), values.comment],
  ].filter(([, text]) => text !== '');
  return (
    <dl className={styles.facts}>
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
