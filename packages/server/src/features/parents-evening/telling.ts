import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { WithdrawTold } from '../channels/index.ts';
import { listParentsOf, listParentsOfSchool } from '../users/index.ts';
import type { BookingRow } from './queries/bookings.ts';
import { areFamiliesTold, type EveningKey, type EveningRow, type TeacherRow } from './queries/evenings.ts';

/**
 * What people are told of an appointment: `invited` by the teacher, `booked` for those who waited, `moved` to another time or day,
 * `cancelled`.
 */
export type EveningNews = 'invited' | 'booked' | 'moved' | 'cancelled';

/** One appointment of which people are told. */
export interface ToldMeeting {
  readonly about: EveningNews;
  readonly booking_id: number;
  readonly starts_at: string;
  readonly child: string;
  readonly child_id: number;
  readonly teacher: string;
  /** Parents of the child. */
  readonly parents: readonly number[];
  /** The account of the teacher, where the teacher is told too. */
  readonly teacher_user: number | null;
}

export interface ToldEvening {
  readonly school_id: number;
  readonly evening: Pick<EveningRow, 'id' | 'name' | 'date'>;
  readonly meetings: readonly ToldMeeting[];
}

export type EveningTeller = (db: Kysely<DB>, told: ToldEvening, now: Date) => Promise<void>;

/**
 * An evening as such: teachers say when and where they are there once it is `published`, families wish or book once it is `wishing` or `open`; both
 * hear that the appointments are `allocated`, and that it is `called_off`.
 */
export interface ToldOpening {
  readonly school_id: number;
  readonly evening: Pick<EveningRow, 'id' | 'name' | 'date' | 'closes_at'>;
  readonly about: 'published' | 'wishing' | 'open' | 'to_allocate' | 'allocated' | 'called_off';
  readonly people: readonly number[];
}

export type OpeningTeller = (db: Kysely<DB>, told: ToldOpening, now: Date) => Promise<void>;

export interface EveningParts {
  readonly tellOfEvenings: EveningTeller;
  readonly tellOfOpenings: OpeningTeller;
  readonly withdrawTold: WithdrawTold;
}

/** Tells the parents of the children, and the teachers where an appointment of theirs is moved or cancelled, except who did it. */
export async function tellOf(
  db: Kysely<DB>,
  tell: EveningTeller,
  what: {
    school_id: number;
    evening: EveningRow;
    about: EveningNews;
    bookings: readonly BookingRow[];
    teachers: readonly TeacherRow[];
    /** Who did it. */
    by: number;
  },
  now: Date,
): Promise<void> {
  const { school_id, evening, about, bookings, teachers, by } = what;
  if (bookings.length === 0) return;
  const links = await listParentsOf(db, school_id, [...new Set(bookings.map(({ child_id }) => child_id))]);
  const parents = Map.groupBy(links, ({ user_id }) => user_id);
  const meetings = bookings.map(({ id, starts_at, child, child_id, teacher_id }) => {
    const teacher = teachers.find((one) => one.teacher_id === teacher_id);
    const isTold = (about === 'moved' || about === 'cancelled') && teacher?.user_id !== by;
    return {
      about,
      booking_id: id,
      starts_at,
      child: child.firstname,
      child_id,
      teacher: teacher?.name ?? '',
      parents: (parents.get(child_id) ?? []).map(({ parent_id }) => parent_id).filter((one) => one !== by),
      teacher_user: isTold ? (teacher?.user_id ?? null) : null,
    };
  });
  await tell(db, { school_id, evening, meetings }, now);
}

/** Tells whoever has no appointment at an evening that is called off: its teachers, and families who know that they can book. */
export async function tellOthers(
  db: Kysely<DB>,
  { tellOfOpenings }: Pick<EveningParts, 'tellOfOpenings'>,
  what: {
    key: EveningKey;
    evening: EveningRow;
    bookings: readonly BookingRow[];
    teachers: readonly TeacherRow[];
    by: number;
  },
  now: Date,
): Promise<void> {
  const { key, evening, bookings, teachers, by } = what;
  const { school_id } = key;
  const met = new Set(bookings.map(({ teacher_id }) => teacher_id));
  const own = await listParentsOf(db, school_id, [...new Set(bookings.map(({ child_id }) => child_id))]);
  const told = new Set([by, ...own.map(({ parent_id }) => parent_id)]);
  const staff = teachers.flatMap(({ teacher_id, user_id, is_absent }) => {
    // Who hears of an appointment as its teacher hears nothing more as a parent.
    if (user_id !== null && met.has(teacher_id)) told.add(user_id);
    return user_id === null || is_absent ? [] : [user_id];
  });
  const families = (await areFamiliesTold(db, key)) ? await listParentsOfSchool(db, school_id, now) : [];
  const people = [...new Set([...staff, ...families])].filter((one) => !told.has(one));
  await tellOfOpenings(db, { school_id, evening, about: 'called_off', people }, now);
}
