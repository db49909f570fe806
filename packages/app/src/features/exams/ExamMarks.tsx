import { type Exam, examName } from '@kreide/core/features/exams';
import { writeDate } from '@kreide/core/kernel';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Link } from '../../ui/Link.tsx';

/** Exams that are marked in a plan, in words; with their texts they are fetched where there are some. */
export function ExamMarks({ exams }: { exams: readonly Exam[] }) {
  const { t, language } = useTranslation('exams', { useSuspense: false });
  return (
    <section aria-label={t('title')}>
      <ul>
        {exams.map((exam) => {
          const name = `${t(`kinds.${exam.kind}`)}: ${examName(exam)}`;
          const facts = [exam.room?.shortcut, exam.is_cancelled && t('states.cancelled')];
          return (
            <li key={exam.id}>
              <Icon name="calendar" size={20} />
              <span>
                {`${writeDate(language, exam.date, 'weekdayShort')} ${exam.time_begins_at} `}
                <Link to={`/exams?day=${exam.date}`}>{exam.is_cancelled ? <s>{name}</s> : name}</Link>
                {facts
                  .filter(Boolean)
                  .map((fact) => ` · ${fact}`)
                  .join('')}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
