import {
  type Basedata,
  type BasedataDrafts,
  type BasedataRows,
  basedataProblems,
  type CourseRow,
  findSameCourse,
  nameOfRow,
  type plannerApi,
  unitAbilitiesOf,
} from '@kreide/core/features/planner';
import { timetableEvents } from '@kreide/core/features/timetable';
import { ApiError, type Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { listPupilChannels } from '../channels/index.ts';
import { lockSchool } from '../schools/index.ts';
import {
  countUses,
  endBasedata,
  hasUnits,
  insertBasedata,
  listBasedata,
  listYears,
  markYearsChanged,
  type StoredUnit,
  updateBasedata,
} from '../structure/index.ts';
import { countPlanUses } from '../timetable/index.ts';
import { countDraftUses } from './queries/lessons.ts';

/** Rows that people made; all others an import brought. */
const OWN_SOURCES: ReadonlySet<string> = new Set(['manual', 'planner']);

function toRow<Entity extends Basedata>(entity: Entity, unit: StoredUnit, actor: Actor): BasedataRows[Entity] {
  const { school_year_id: _, ...stored } = unit;
  const is_imported = !OWN_SOURCES.has(unit.source);
  const can = unitAbilitiesOf(actor, { entity, is_imported });
  return { ...stored, is_imported, can } as unknown as BasedataRows[Entity];
}

/** Classes with the channel of their pupils. */
async function withChannels(db: Kysely<DB>, actor: Actor, entity: Basedata, rows: StoredUnit[]): Promise<StoredUnit[]> {
  if (entity !== 'grades') return rows;
  const channels = await listPupilChannels(db, actor.school_id);
  return rows.map((row) => ({ ...row, channel_id: channels.get(row.id) ?? null }));
}

/** A table as planners see it. */
export async function showBasedata<Entity extends Basedata>(
  db: Kysely<DB>,
  actor: Actor,
  entity: Entity,
): Promise<BasedataRows[Entity][]> {
  const rows = await listBasedata(db, actor.school_id, entity);
  return (await withChannels(db, actor, entity, rows)).map((row) => toRow(entity, row, actor));
}

/** What all changes of master data have of their call. */
type Call = Pick<HandlerContext<typeof plannerApi.createSubject>, 'actor' | 'now' | 't' | 'emit' | 'afterCommit'> & {
  write: () => Promise<Kysely<DB>>;
  record: (change: {
    entity: string;
    id: number;
    before?: Record<string, string>;
    after?: Record<string, string>;
  }) => unknown;
};

const trim = (value: unknown) => (typeof value === 'string' ? value.trim() || null : value);

/** A short name, and the name of a free day, are never missing: an empty one is told at its field. */
const emptyOf = (key: string, draft: object) => (key === 'shortcut' || 'begins_at' in draft ? '' : null);

/** Names without spaces around them; an empty one is none. */
function toValues<Entity extends Basedata>(draft: BasedataDrafts[Entity]): BasedataDrafts[Entity] {
  const values = Object.fromEntries(
    Object.entries(draft).map(([key, value]) => [
      key,
      key === 'shortcut' || key === 'name' ? (trim(value) ?? emptyOf(key, draft)) : trim(value),
    ]),
  );
  return values as unknown as BasedataDrafts[Entity];
}

const HEAD = new Set(['id', 'version', 'source', 'is_imported', 'can', 'color', 'channel_id', 'school_year_id']);
export const toRecord = (row: object) => {
  const { shortcut: _, ...others } = row as Record<string, unknown>;
  const name = nameOfRow(row);
  const facts = Object.entries(others).filter(([key, value]) => !HEAD.has(key) && value !== null && `${value}` !== '');
  return { name, text: facts.map(([key, value]) => `${key} ${value}`).join(', ') };
};

/** 422 at the fields, 404 for what is none of the school, 409 for a course that there is. */
async function refuse<Entity extends Basedata>(
  db: Kysely<DB>,
  { actor, t }: { actor: Actor; t: Translate },
  entity: Entity,
  draft: BasedataDrafts[Entity],
  row: BasedataRows[Entity] | null,
): Promise<void> {
  const ids = draft as unknown as Partial<Record<string, number | number[] | null>>;
  const idsOf = (field: string) => [ids[field] ?? []].flat();
  const isOfSchool = await hasUnits(db, actor.school_id, {
    bookables: [...idsOf('bookable_ids'), ...idsOf('main_bookable_id')],
    subjects: [...idsOf('subject_ids'), ...idsOf('subject_id')],
    grades: idsOf('grade_ids'),
    teachers: idsOf('teacher_ids'),
  });
  const seasons = idsOf('season_id');
  const years = seasons.length > 0 ? await listYears(db, actor.school_id) : [];
  const isOfYears = seasons.every((season) => years.some((year) => year.id === season));
  if (!isOfSchool || !isOfYears) throw new ApiError({ code: 'not_found' });
  const others = await showBasedata(db, actor, entity);
  const problems = basedataProblems(entity, draft, row as never, others);
  refuseIssues(
    problems.map(({ field, rule }) => ({ path: `body.${field}`, rule, message: t(`planner:rules.${rule}`) })),
  );
  const course = { ...(draft as CourseRow), id: row?.id ?? 0 };
  // An import may bring two of a kind; whatever else is said of one of them makes no other of it.
  const isOther = entity === 'courses' && !(row && findSameCourse({ ...course, id: 0 }, [row as CourseRow]));
  if (isOther) refuseSameCourse(course, others as CourseRow[]);
}

function refuseSameCourse(course: CourseRow, courses: readonly CourseRow[]): void {
  const same = findSameCourse(course, courses);
  if (same) throw new ApiError({ code: 'course_exists', params: { name: nameOfRow(same) } });
}

/** The school year that a free day is in, also with one of its days; 422 where there is none. */
async function yearOf(db: Kysely<DB>, { actor, t }: Call, draft: object): Promise<{ school_year_id?: number }> {
  if (!('begins_at' in draft)) return {};
  const { begins_at, ends_at } = draft as BasedataDrafts['holidays'];
  const years = await listYears(db, actor.school_id);
  const year = years.find((one) => begins_at <= one.ends_at && one.begins_at <= ends_at);
  if (!year) refuseIssues([{ path: 'body.begins_at', rule: 'outsideYears', message: t('planner:rules.outsideYears') }]);
  return { school_year_id: year?.id ?? 0 };
}

export type Changed = (schoolId: number) => void;

/** Plans that were worked out name what it was before. */
export async function tell(
  trx: Kysely<DB>,
  { actor: { school_id }, now, emit, afterCommit }: Pick<Call, 'actor' | 'now' | 'emit' | 'afterCommit'>,
  changed: Changed,
) {
  await markYearsChanged(trx, school_id);
  await emit(timetableEvents.published, { school: school_id }, { school_id, last_updated_at: now.toISOString() });
  afterCommit(() => changed(school_id));
}

async function find<Entity extends Basedata>(
  db: Kysely<DB>,
  actor: Actor,
  entity: Entity,
  id: number,
  isEnded = false,
) {
  const [unit] = await listBasedata(db, actor.school_id, entity, { id, isEnded });
  if (!unit) throw new ApiError({ code: 'not_found' });
  const [row = unit] = await withChannels(db, actor, entity, [unit]);
  return toRow(entity, row, actor);
}

/** What a new row is unless somebody says otherwise: rooms and courses that people made are kept here. */
const NEW: Readonly<Partial<Record<Basedata, object>>> = {
  bookables: { is_custom: true },
  courses: { is_custom: true },
};

export async function createRow<Entity extends Basedata>(
  call: Call,
  entity: Entity,
  draft: BasedataDrafts[Entity],
  changed: Changed,
): Promise<BasedataRows[Entity]> {
  const { actor, write, record } = call;
  const trx = await write();
  await lockSchool(trx, actor.school_id);
  const values = toValues<Entity>({ ...NEW[entity], ...draft });
  await refuse(trx, call, entity, values, null);
  const id = await insertBasedata(trx, actor.school_id, entity, { ...values, ...(await yearOf(trx, call, values)) });
  const row = await find(trx, actor, entity, id);
  record({ entity, id, after: toRecord(row) });
  await tell(trx, call, changed);
  return row;
}

export async function updateRow<Entity extends Basedata>(
  call: Call,
  entity: Entity,
  { id, version, draft }: { id: number; version: number; draft: BasedataDrafts[Entity] },
  changed: Changed,
): Promise<BasedataRows[Entity]> {
  const { actor, write, record } = call;
  const trx = await write();
  await lockSchool(trx, actor.school_id);
  const before = await find(trx, actor, entity, id);
  if (before.version !== version) throw new ApiError({ code: 'conflict' });
  const values = toValues<Entity>(draft);
  await refuse(trx, call, entity, values, before);
  await updateBasedata(trx, actor.school_id, entity, id, { ...values, ...(await yearOf(trx, call, values)) });
  const row = await find(trx, actor, entity, id);
  record({ entity, id, before: toRecord(before), after: toRecord(row) });
  await tell(trx, call, changed);
  return row;
}

/** What uses a row, in words. */
async function sayUses(db: Kysely<DB>, { actor, t }: Call, entity: Basedata, id: number): Promise<string[]> {
  // Nothing names a free day: it is where it is.
  if (entity === 'holidays') return [];
  const plan = await countPlanUses(db, actor.school_id, entity, id);
  const drafts = await countDraftUses(db, actor.school_id, entity, id);
  const uses = { ...(await countUses(db, actor.school_id, entity, id)), ...plan, drafts };
  const kinds = ['lessons', 'drafts', 'substitutions', 'courses', 'teachers', 'subjects', 'people'] as const;
  return kinds.flatMap((kind) => (uses[kind] > 0 ? [t(`planner:uses.${kind}`, { count: uses[kind] })] : []));
}

/** Ends a row that nothing uses. */
export async function removeRow(call: Call, entity: Basedata, id: number, changed: Changed): Promise<void> {
  const { actor, now, write, record } = call;
  const trx = await write();
  await lockSchool(trx, actor.school_id);
  const row = await find(trx, actor, entity, id);
  if (row.is_imported) throw new ApiError({ code: 'unit_imported' });
  const uses = await sayUses(trx, call, entity, id);
  if (uses.length > 0) throw new ApiError({ code: 'unit_in_use', params: { uses: uses.join('; ') } });
  await endBasedata(trx, actor.school_id, entity, id, now.toISOString());
  record({ entity, id, before: toRecord(row) });
  await tell(trx, call, changed);
}

/** Brings back a row that people ended, unless another has taken its place. */
export async function restoreRow(call: Call, entity: Basedata, id: number, changed: Changed): Promise<void> {
  const { actor, write, record } = call;
  const trx = await write();
  await lockSchool(trx, actor.school_id);
  const row = await find(trx, actor, entity, id, true);
  if (row.is_imported) throw new ApiError({ code: 'not_found' });
  const others = await showBasedata(trx, actor, entity);
  if (entity === 'courses') refuseSameCourse(row as CourseRow, others as CourseRow[]);
  else if (basedataProblems(entity, row as never, null, others).some(({ rule }) => rule === 'shortcutTaken'))
    throw new ApiError({ code: 'unit_shortcut_taken' });
  await endBasedata(trx, actor.school_id, entity, id, null);
  record({ entity, id, after: toRecord(row) });
  await tell(trx, call, changed);
}
