import { type Exam, examEvents, examsApi } from '@kreide/core/features/exams';
import { useQuery } from '@tanstack/react-query';
import { KEPT } from '../../kernel/kept-answers.ts';
import { type PlanMarksProps, useFetchedPart } from '../../kernel/plan-marks.ts';
import { queryOf } from '../../kernel/reading.ts';
import { useRealtime } from '../../kernel/realtime.ts';
import { useSelf } from '../../kernel/session.ts';

const loadMarks = async () => (await import('./ExamMarks.tsx')).ExamMarks;

/** The exams of the days of a plan, own, of a child or of a class, or those that are at one lesson; nothing where there are none (D-6.01). */
export function PlanExams({ entity, id, from, until, time }: PlanMarksProps) {
  const self = useSelf();
  const isOwn = entity === 'users' && id === `${self.id}`;
  const isChild = entity === 'users' && self.childs.some((child) => `${child.id}` === id);
  const isTeacher = entity === 'teachers' && id === `${self.teacher_id}`;
  const user = isOwn || isTeacher ? `${self.id}` : isChild ? id : null;
  const whose = user === null ? { grade_id: id } : { user_id: user };
  const isAsked = user !== null || entity === 'grades';
  const { data = [], refetch } = useQuery({
    ...queryOf(examsApi.list, { query: { from, until, ...whose } }, { meta: KEPT }),
    enabled: isAsked,
  });
  const askAgain = () => isAsked && void refetch();
  useRealtime(examEvents.changed, askAgain, askAgain);
  const isThen = ({ time_begins_at, time_ends_at }: Exam) =>
    !time || (time_begins_at < time.ends_at && time_ends_at > time.begins_at);
  const shown = data.filter(isThen);
  const ExamMarks = useFetchedPart(shown.length > 0 ? loadMarks : null);
  return ExamMarks && shown.length > 0 ? <ExamMarks exams={shown} /> : null;
}
