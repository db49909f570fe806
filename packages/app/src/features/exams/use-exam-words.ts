import { type Exam, type ExamCheck, examName } from '@kreide/core/features/exams';
import { writeDate } from '@kreide/core/kernel';
import { useTranslation } from '../../kernel/use-translation.ts';

/** Exams and what they would mean, in words. */
export function useExamWords() {
  const { t, language } = useTranslation('exams');
  return {
    /** "Class test: Mathematics · 7b". */
    titleOf: (exam: Exam) => `${t(`kinds.${exam.kind}`)}: ${examName(exam)}`,
    timeOf: ({ time_begins_at, time_ends_at }: Pick<Exam, 'time_begins_at' | 'time_ends_at'>) =>
      `${time_begins_at}–${time_ends_at}`,
    /** Who would be over, and by which others. */
    overOf: ({ scope, grade, pupils_count, pupils, count, limit, exams }: ExamCheck['overs'][number]): string[] => {
      const numbers = { most: `${count}`, limit: `${limit}` };
      const whom = pupils.length > 0 ? pupils.join(', ') : `${pupils_count}`;
      const others = exams
        .map(({ name, date }) => `${name} (${writeDate(language, date, 'dayMonthShort')})`)
        .join(', ');
      return [
        grade
          ? t(`check.${scope}Class`, { grade: grade.shortcut, ...numbers })
          : t(`check.${scope}Pupils`, { pupils: whom, ...numbers }),
        t('check.because', { exams: others }),
      ];
    },
    takenOf: ({ type, name, time_begins_at, time_ends_at }: ExamCheck['taken'][number]): string =>
      t(`check.${type}`, { name, from: time_begins_at, until: time_ends_at }),
  };
}
