import { FAVOURITES_MAXIMUM, findsPeople, type SearchHit } from '@kreide/core/features/timetable';
import { toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { gradesOf, listUnits, searchUnits } from '../structure/index.ts';
import { listPupilsAmong, searchPupils, usersPart } from '../users/index.ts';

interface Asking {
  readonly db: Kysely<DB>;
  readonly actor: Actor;
  readonly now: Date;
}
type Named = Pick<SearchHit, 'entity' | 'id'>;

const FAVOURITES = 'users.timetable.favourites';
const nameOf = ({ entity, id }: Named) => `${entity} ${id}`;
const todayOf = ({ actor, now }: Asking) => toLocal(now, actor.time_zone).date;

/** Pupils as hits, each with the grade of today: two of the same name are not mixed up. */
async function toHits(
  { db, actor }: Asking,
  pupils: readonly { id: number; firstname: string; lastname: string; grade_id: number | null }[],
): Promise<SearchHit[]> {
  if (pupils.length === 0) return [];
  const grades = new Map((await gradesOf(db, actor.school_id).execute()).map(({ id, shortcut }) => [id, shortcut]));
  return pupils.map(({ id, firstname, lastname, grade_id }) => ({
    entity: 'users',
    id,
    shortcut: `${firstname} ${lastname}`,
    name: grades.get(grade_id ?? 0) ?? null,
  }));
}

/** Whose plans match, as far as the caller may see them. */
export async function findPlans(asking: Asking, keyword: string, kind: SearchHit['entity'] | undefined) {
  const { db, actor } = asking;
  const units: SearchHit[] = await searchUnits(db, actor.school_id, keyword, { kind, hidden: findsPeople(actor) });
  const isForPeople = findsPeople(actor) && (kind ?? 'users') === 'users';
  if (!isForPeople) return units;
  return [...units, ...(await toHits(asking, await searchPupils(db, actor.school_id, keyword, todayOf(asking))))];
}

/** Those of some plans that there are and that the caller may see. */
async function listFound(asking: Asking, names: readonly string[]): Promise<SearchHit[]> {
  const { db, actor } = asking;
  const units: SearchHit[] = await listUnits(db, actor.school_id, names, findsPeople(actor));
  const ids = names.flatMap((name) => (name.startsWith('users ') ? Number(name.slice('users '.length)) : []));
  if (!findsPeople(actor) || ids.length === 0) return units;
  return [...units, ...(await toHits(asking, await listPupilsAmong(db, actor.school_id, ids, todayOf(asking))))];
}

/** The plans that the caller has marked. */
export async function listMarked(asking: Asking): Promise<SearchHit[]> {
  const { db, actor } = asking;
  const { properties } = await usersPart(db)
    .where('school_id', '=', actor.school_id)
    .where('id', '=', actor.user_id)
    .executeTakeFirstOrThrow();
  return listFound(asking, (properties[FAVOURITES] ?? '').split(',').filter(Boolean));
}

/** The favourites with one more or less, as they are kept and as they are shown; what is gone meanwhile goes with it. */
export async function withMark(
  asking: Asking,
  target: Named,
  isFavourite: boolean,
): Promise<'unknown' | 'full' | { properties: { [FAVOURITES]: string }; hits: SearchHit[] }> {
  const others = (await listMarked(asking)).map(nameOf).filter((name) => name !== nameOf(target));
  if (isFavourite && others.length >= FAVOURITES_MAXIMUM) return 'full';
  const hits = await listFound(asking, isFavourite ? [...others, nameOf(target)] : others);
  if (isFavourite && !hits.some((hit) => nameOf(hit) === nameOf(target))) return 'unknown';
  return { properties: { [FAVOURITES]: hits.map(nameOf).join(',') }, hits };
}
