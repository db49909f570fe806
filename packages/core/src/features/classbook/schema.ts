import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { ABSENCE_TYPE_STATES } from '../absences/index.ts';
import { unit } from '../structure/index.ts';
import { CLASSBOOK_ENTITIES } from './filters.ts';
import {
  CLASSBOOK_PAGE_MAXIMUM,
  HOMEWORK_MAXIMUM,
  NOTICE_GRADES_MAXIMUM,
  NOTICE_MAXIMUM,
  NOTICE_USERS_MAXIMUM,
  ROLL_MARKS_MAXIMUM,
  TOPIC_MAXIMUM,
} from './limits.ts';

const named = z.object({ displayname: z.string() });

/** A person of the class book. */
export const classbookUser = z.object({ id: f.id, meta: named });
export type ClassbookUser = z.output<typeof classbookUser>;

/** A course with what its tile shows (T-3.45). */
export const classbookCourse = z.extend(unit, { meta: z.object({ color: z.string(), shortname: z.string() }) });

/** The class book of a school year, as far as the caller sees into it (T-7.34). */
export const classbook = z.object({
  id: f.id,
  name: z.string(),
  begins_at: f.date,
  ends_at: f.date,
  courses: z.array(classbookCourse),
  grades: z.array(unit),
  can: z.object({
    'view-members': f.flag,
    'view-entries': f.flag,
    'view-notices': f.flag,
    'view-homeworks': f.flag,
    'view-statistics': f.flag,
    'view-absences': f.flag,
    'view-sick-notes': f.flag,
    export: f.flag,
    check: f.flag,
  }),
});
export type Classbook = z.output<typeof classbook>;

/** The lesson that something of the class book belongs to. */
export const entryHead = z.object({
  id: f.id,
  classbook_id: f.id,
  /** The lesson of the plan, as it was when the entry was made. */
  lesson_uuid: f.uuid,
  date: f.date,
  hour: z.nullable(z.string()),
  begins_at: f.instant,
  ends_at: f.instant,
  /** Its subject, course or event. */
  name: z.string(),
  course: z.nullable(classbookCourse),
  color: z.string(),
  grades: z.array(unit),
  teachers: z.array(unit),
});
export type EntryHead = z.output<typeof entryHead>;

export const entry = z.extend(entryHead, {
  topic: z.string(),
  /** Null: nobody has asked yet who is there. */
  roll_taken_at: z.nullable(f.instant),
  /** Neither topic nor roll may be missing. */
  is_open: z.boolean(),
  absent_count: z.int(),
  too_late_count: z.int(),
  updated_at: f.instant,
  can: z.object({ 'write-topic': f.flag, mark: f.flag, 'create-notice': f.flag, 'create-homework': f.flag }),
});
export type ClassbookEntry = z.output<typeof entry>;

/** The lesson to open: the uuid and a date of what stands in the plan. */
export const entryOpening = z.strictObject({ lesson_uuid: f.uuid, date: f.date });

export const topicBody = z.strictObject({ topic: f.text(2 * TOPIC_MAXIMUM), updated_at: f.instant });

export const MARK_KINDS = ['absent', 'too-late'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];
export const mark = z.object({
  kind: z.enum(MARK_KINDS),
  minutes: z.int(),
  marked_at: f.instant,
  /** How an absence counts by what the school knows of that time, whenever it learnt it; null: late. */
  state: z.nullable(z.enum(ABSENCE_TYPE_STATES)),
});

/** Somebody who takes part in a lesson; without a mark they are there, if the roll was called (T-7.55). */
export const entryUser = z.extend(classbookUser, {
  /** With what tells two of one name apart, where somebody is chosen. */
  meta: z.extend(named, { subtitle: z.optional(z.string()) }),
  mark: z.nullable(mark),
  /** What the school knows about their absence in this lesson; null: nothing, or the caller may not see absences. */
  absence: z.nullable(
    z.object({
      uuid: f.uuid,
      state: z.enum(ABSENCE_TYPE_STATES),
      type: z.object({ id: z.string(), name: z.string() }),
    }),
  ),
});
export type EntryUser = z.output<typeof entryUser>;

export const absentBody = z.strictObject({ user_id: f.id });
export const tooLateBody = z.strictObject({ user_id: f.id, minutes: z.int().check(z.gte(1), z.lte(1440)) });

/** A mark in the roll of a lesson, with who made it. */
export const rollMark = z.extend(mark, {
  by: z.nullable(z.string()),
  /** What a colleague says of the same pupil who had not seen this mark; null: nobody says otherwise. */
  other: z.nullable(
    z.object({
      kind: z.enum(MARK_KINDS),
      minutes: z.int(),
      marked_at: f.instant,
      by: z.nullable(z.string()),
    }),
  ),
});
export const rollUser = z.extend(entryUser, { mark: z.nullable(rollMark) });
export type RollUser = z.output<typeof rollUser>;

/** A lesson that the caller holds, with who takes part: all that calling the roll needs, also where there is no network. */
export const roll = z.extend(z.omit(entryHead, { id: true }), {
  /** Null: nobody has written anything about the lesson yet. */
  entry_id: z.nullable(f.id),
  roll_taken_at: z.nullable(f.instant),
  /** The topic of the lesson before it; null: nobody has entered one. */
  last_topic: z.nullable(z.object({ date: f.date, topic: z.string() })),
  users: z.array(rollUser),
});
export type Roll = z.output<typeof roll>;

/** The marks of a roll at one moment; no marks: the roll was called, and all the others are there. */
export const rollBody = z.strictObject({
  /** When it was pressed, by the clock of the server as far as the device knows it. */
  marked_at: f.instant,
  marks: z
    .array(
      z.strictObject({
        user_id: f.id,
        /** Null: they are there. */
        kind: z.nullable(z.enum(MARK_KINDS)),
        /** How late; null: as long as the lesson is. */
        minutes: z.nullable(z.int().check(z.gte(1), z.lte(1440))),
        /** The mark that was there when somebody pressed it. */
        known: z.nullable(z.enum(MARK_KINDS)),
      }),
    )
    .check(z.maxLength(ROLL_MARKS_MAXIMUM)),
});
export type RollBody = z.output<typeof rollBody>;
export type RollWish = RollBody['marks'][number];

/** Somebody of the class book with their class. */
export const member = z.extend(classbookUser, { grade: z.nullable(z.object({ shortcut: z.string() })) });
export type Member = z.output<typeof member>;

/** A mark with whose it is and the lesson (tab absences). */
export const markRow = z.object({
  /** Entry and person: there is one mark of both. */
  id: z.string(),
  user: member,
  entry: entryHead,
  ...mark.shape,
});
export type MarkRow = z.output<typeof markRow>;

/** How often and how long somebody was away (T-7.59). */
export const statistic = z.extend(member, {
  /** Lessons missed that count, and of these how many are excused, unexcused, and not decided yet. */
  absent: z.object({ count: z.int(), minutes: z.int(), excused: z.int(), unexcused: z.int(), pending: z.int() }),
  'too-late': z.object({ count: z.int(), minutes: z.int() }),
});

export const homework = z.object({
  id: f.id,
  classbook_id: f.id,
  entry: entryHead,
  text: z.string(),
  due_at: f.date,
  /** For parents of several children, whose it is; else empty. */
  children: z.array(classbookUser),
  updated_at: f.instant,
  deleted_at: z.nullable(f.instant),
  can: z.object({ update: f.flag, delete: f.flag }),
});
export type Homework = z.output<typeof homework>;
const homeworkText = f.text(2 * HOMEWORK_MAXIMUM);
export const homeworkDraft = z.strictObject({ entry_id: f.id, text: homeworkText, due_at: f.date });
export const homeworkUpdate = z.strictObject({ text: homeworkText, due_at: f.date, updated_at: f.instant });

/** The categories of notices (T-3.50). */
export const noticeCategory = z.object({ uuid: f.uuid, name: z.string() });

/** A notice (T-3.43 to T-3.46). */
export const notice = z.object({
  id: f.id,
  classbook_id: f.id,
  entry_id: f.id,
  entry: entryHead,
  /** Empty once it is deleted. */
  message: z.string(),
  category_uuid: f.uuid,
  category: z.string(),
  occurred_at: f.instant,
  /** Pupils and parents find only those here whom they are responsible for. */
  users: z.array(classbookUser),
  grades: z.array(unit),
  course: z.nullable(classbookCourse),
  author: z.nullable(z.string()),
  edited_by: z.nullable(z.string()),
  deleted_at: z.nullable(f.instant),
  updated_at: f.instant,
  meta: z.object({
    users_count: z.int(),
    /** Null: as it was written. */
    last_updated_at: z.nullable(f.instant),
    /** The people it is about, in short. */
    description: z.string(),
  }),
  can: z.object({ update: f.flag, delete: f.flag, 'view-history': f.flag }),
});
export type Notice = z.output<typeof notice>;

/** A notice as it is sent: people or grades, not both (T-3.47 to T-3.49). */
export const noticeDraft = z.strictObject({
  entry_id: f.id,
  users: z.optional(z.array(f.id).check(z.maxLength(NOTICE_USERS_MAXIMUM))),
  grades: z.optional(z.array(f.id).check(z.maxLength(NOTICE_GRADES_MAXIMUM))),
  category_uuid: f.uuid,
  occurred_at: f.instant,
  message: f.text(2 * NOTICE_MAXIMUM),
});
export const noticeUpdate = z.extend(noticeDraft, { updated_at: f.instant });

export const NOTICE_STEPS = ['created', 'updated', 'deleted'] as const;
/** How a notice stood after one step (T-7.50). */
export const noticeStep = z.object({
  id: f.id,
  kind: z.enum(NOTICE_STEPS),
  at: f.instant,
  by: z.nullable(z.string()),
  message: z.string(),
  category: z.string(),
  occurred_at: f.instant,
  users_count: z.int(),
});

/** A class book as a file (T-7.65). */
export const classbookExport = z.object({
  id: f.id,
  begins_at: f.date,
  ends_at: f.date,
  state: z.enum(['WAITING', 'READY', 'FAILED']),
  size: z.nullable(z.int()),
  created_at: f.instant,
  expires_at: f.instant,
  author: z.nullable(z.string()),
  /** Null until it is ready. */
  download_uri: z.nullable(z.string()),
});
export type ClassbookExport = z.output<typeof classbookExport>;
export const exportDraft = z.strictObject({ begins_at: f.date, ends_at: f.date });

const entityId = z.union([f.idText, z.enum(['all-grades', 'all-courses', 'all-users'])]);
const limitText = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,2}$/, 'limit')),
  z.transform((text: string) => Math.min(CLASSBOOK_PAGE_MAXIMUM, Number(text))),
);
const listText = z.pipe(
  f.line(1000),
  z.transform((text: string) => text.split('|')),
);

/** The query of every list (T-7.62, T-7.63). */
export const listQuery = z.object({
  begins_at: z.optional(f.date),
  ends_at: z.optional(f.date),
  limit: z.optional(limitText),
  page: f.pageQuery,
  search: z.optional(f.line(100)),
  with_deleted: z.optional(f.flagText),
  entity: z.optional(z.enum(CLASSBOOK_ENTITIES)),
  entity_id: z.optional(entityId),
  is_open: z.optional(f.flagText),
  grades_enrollment_id: z.optional(f.idText),
  notice_categories: z.optional(listText),
  absence_type: z.optional(listText),
  absence_type_state: z.optional(listText),
});
export type ListQuery = z.output<typeof listQuery>;
