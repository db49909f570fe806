import type { ProposalSettings, Wished } from '@kreide/core/features/planner';
import type { ProposalInput } from '@kreide/core/features/planner/proposal';
import type { Period } from '@kreide/core/features/structure';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { enrolledCoursesOf, getYear, listBasedata, listTimes } from '../../structure/index.ts';
import { listDraftLessons } from '../queries/lessons.ts';
import type { VersionRow } from '../queries/versions.ts';
import { listTimeWishes } from '../queries/wishes.ts';
import { toPlannedLesson } from '../shown.ts';
import type { DraftLesson } from '../stored.ts';

const KINDS = { teachers: 'teacher', grades: 'grade', bookables: 'bookable' } as const;

/** What a proposal is made from, with the lessons as they are stored. */
export interface ReadInput {
  readonly input: ProposalInput;
  readonly lessons: readonly DraftLesson[];
  readonly periods: readonly Period[];
}

type Scope = Pick<
  ProposalSettings,
  'mode' | 'grade_ids' | 'most_moved' | 'weights' | 'most_class_hours' | 'most_teacher_hours' | 'most_teacher_days'
>;

function toScope({ mode, grade_ids, most_moved }: Scope): ProposalInput['scope'] {
  if (mode === 'CLASSES') return { mode, grade_ids };
  return mode === 'FEW' ? { mode, most_moved } : { mode };
}

/** Reads the lessons of a version and all that planning needs to know of the school. */
export async function readInput(db: Kysely<DB>, row: VersionRow, settings: Scope): Promise<ReadInput> {
  const { school_id, school_year_id } = row;
  const year = await getYear(db, school_id, school_year_id);
  const periods = (await listTimes(db, school_id, school_year_id)) as readonly Period[];
  const lessons = await listDraftLessons(db, row);
  const weekly = lessons.filter(({ dates }) => dates === null);
  const courses = await enrolledCoursesOf(db, school_id).execute();
  const rooms = await listBasedata(db, school_id, 'bookables');
  const subjects = await listBasedata(db, school_id, 'subjects');
  const teachers = await listBasedata(db, school_id, 'teachers');
  const grades = await listBasedata(db, school_id, 'grades');
  const wishes = await listTimeWishes(db, school_id);
  const weekdays = [year.days_to_show, ...weekly.map(({ weekday }) => weekday ?? 0)];
  const input: ProposalInput = {
    lessons: weekly.map(toPlannedLesson),
    periods,
    days: Math.max(...weekdays),
    year: { begins_at: year.begins_at, ends_at: year.ends_at },
    courses: courses.map(({ id, is_required, has_enrolments }) => ({ id, is_whole: is_required && !has_enrolments })),
    rooms: rooms.map(
      ({ id, kind, building, capacity }) => ({ id, kind, building, capacity }) as ProposalInput['rooms'][number],
    ),
    teachers: teachers.map(
      ({ id, most_a_day, most_a_week, free_days }) =>
        ({ id, most_a_day, most_a_week, free_days }) as ProposalInput['teachers'][number],
    ),
    grades: grades.map(({ id, most_a_day }) => ({ id, most_a_day }) as ProposalInput['grades'][number]),
    subjects: subjects.map(({ id, bookable_ids }) => ({ id, bookable_ids }) as ProposalInput['subjects'][number]),
    wishes: wishes.map(({ entity, unit_id: id, weekday, hour, wish }) => ({
      kind: KINDS[entity as Wished],
      id,
      weekday,
      hour,
      wish,
    })),
    pinned: new Set(weekly.filter(({ is_pinned }) => is_pinned).map(({ lesson_id }) => lesson_id)),
    scope: toScope(settings),
    weights: settings.weights,
    most_class_hours: settings.most_class_hours,
    most_teacher_hours: settings.most_teacher_hours,
    most_teacher_days: settings.most_teacher_days,
  };
  return { input, lessons, periods };
}
