import { type AskingPerson, type Can, toCan } from '../../kernel/abilities.ts';

type Person = Pick<AskingPerson, 'permissions'>;

/** Who plans enters exams for everybody, and more of them than the limits say, with a reason. */
export const plansExams = ({ permissions }: Person): boolean => permissions.has('view-timetable-planner');

/** What an exam is to somebody. */
export interface ExamFacts {
  /** They teach it, or have entered it. */
  is_own: boolean;
  /** They or a child of theirs write it, they teach one of its classes, or see the whole school. */
  is_seen: boolean;
}

/** Who teaches what an exam is about changes it and takes it away; who writes it, or teaches the class, sees it. */
export function examAbilitiesOf(person: Person, { is_own, is_seen }: ExamFacts): Can<'view' | 'update' | 'delete'> {
  const changes = plansExams(person) || is_own;
  const sees = person.permissions.has('view-timetable');
  return toCan({ view: sees && (is_seen || changes), update: sees && changes, delete: sees && changes });
}
