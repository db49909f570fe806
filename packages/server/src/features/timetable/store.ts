import type { Kysely } from 'kysely';
import { etagOf, PreparedAnswer } from '../../kernel/answers.ts';
import type { DB } from '../../kernel/database.generated.ts';
import { listYears, type YearHead } from '../structure/index.ts';
import { computePlan } from './compute.ts';
import { findPersonOf, loadSnapshot } from './load.ts';
import type { Audience, Membership, Range, Subject } from './select.ts';
import type { PlanSnapshot } from './snapshot.ts';

/** Channel on which processes notify each other that plans of a school changed; payload is the school id. */
export const PLAN_CHANNEL = 'kreide_plans';

/** Maximum number of cached people per school; the oldest are evicted first. */
const PEOPLE_MAXIMUM = 4000;
/** Maximum number of cached bytes per school; the oldest are evicted first. */
const KEPT_BYTES = 24_000_000;
/** Closes the envelope around a plan. */
const CLOSING = Buffer.from('}');
const OPENING = Buffer.from('"lessons":[');
const COMMA = Buffer.from(',');
/** Maximum number of addresses per reader with cached answers. */
const RECALLED_MAXIMUM = 50;

interface Shared {
  /** JSON of everything except the heading. */
  body: Buffer;
  /** Size of the body and all answers, bytes. */
  bytes: number;
  /** The finished answers by heading: a whole class shares one plan. */
  answers: Map<string, PreparedAnswer>;
}

interface SchoolPlans {
  years: Promise<YearHead[]>;
  snapshots: Map<number, Promise<PlanSnapshot>>;
  loaded: Map<number, PlanSnapshot>;
  shared: Map<string, Shared>;
  /** Size of `shared`, bytes. */
  bytes: number;
  people: Map<string, PersonEntry>;
  /**
   * Answers by reader and address: a reader whose rights were read again is another object. Neither keeps the other
   * alive, nor an answer that was evicted from `shared`.
   */
  recalled: WeakMap<object, Map<string, WeakRef<PreparedAnswer>>>;
  /** Every answer built from these plans. */
  made: WeakSet<PreparedAnswer>;
}

/** Memberships as a part of a key: ids, with the days where they do not cover the whole range. */
function toPart(memberships: readonly Membership[], range: Range): string {
  return memberships
    .map(({ id, begins_at, ends_at }) =>
      begins_at === range.begins_at && ends_at === range.ends_at ? id : `${id}@${begins_at}-${ends_at}`,
    )
    .join(',');
}

type PersonEntry = Promise<Awaited<ReturnType<typeof findPersonOf>>>;

export interface Heading {
  entity: string;
  id: number;
  displayname: string;
}

/** How often something was really computed or loaded, for tests and metrics. */
export interface PlanFigures {
  computations: number;
  loads: number;
}

/**
 * The read model: plans of the version in force are kept in process memory; the bytes for (entity, range, revision,
 * audience) are computed once and cached. `drop` is called for every change, here or in another process. While
 * notifications may be lost (`trust(false)`) every read checks the revision in the database first.
 */
export function createPlanStore(kysely: Kysely<DB>) {
  const schools = new Map<number, SchoolPlans>();
  const figures: PlanFigures = { computations: 0, loads: 0 };
  let trusted = true;

  function plansOf(schoolId: number): SchoolPlans {
    let plans = schools.get(schoolId);
    if (!plans) {
      plans = {
        years: listYears(kysely, schoolId),
        snapshots: new Map(),
        loaded: new Map(),
        shared: new Map(),
        bytes: 0,
        people: new Map(),
        recalled: new WeakMap(),
        made: new WeakSet(),
      };
      const own = plans;
      plans.years.catch(() => schools.get(schoolId) === own && schools.delete(schoolId));
      schools.set(schoolId, plans);
    }
    return plans;
  }

  function snapshotOf(plans: SchoolPlans, schoolId: number, yearId: number): Promise<PlanSnapshot> {
    let loading = plans.snapshots.get(yearId);
    if (!loading) {
      figures.loads += 1;
      loading = loadSnapshot(kysely, schoolId, yearId);
      plans.snapshots.set(yearId, loading);
      loading.then(
        (snapshot) => plans.loaded.set(yearId, snapshot),
        () => plans.snapshots.delete(yearId),
      );
    }
    return loading;
  }

  async function checkRevision(schoolId: number): Promise<void> {
    const plans = schools.get(schoolId);
    if (!plans) return;
    const [known, current] = await Promise.all([plans.years, listYears(kysely, schoolId)]);
    const isSame =
      known.length === current.length &&
      known.every((year, index) => year.id === current[index]?.id && year.revision === current[index]?.revision);
    if (!isSame) schools.delete(schoolId);
    plans.people.clear();
  }

  /** The school years that a range overlaps; the nearest one where it overlaps none. */
  function touched(years: readonly YearHead[], range: Range): YearHead[] {
    const found = years.filter((year) => year.begins_at <= range.ends_at && year.ends_at >= range.begins_at);
    if (found.length > 0) return found;
    const before = years.filter((year) => year.ends_at < range.begins_at).at(-1);
    const nearest = before ?? years[0];
    return nearest ? [nearest] : [];
  }

  function share(
    plans: SchoolPlans,
    snapshots: readonly PlanSnapshot[],
    subject: Subject,
    range: Range,
    audience: Audience,
    key: string,
  ): Shared {
    const kept = plans.shared.get(key);
    if (kept) return kept;
    const body = compute(snapshots, subject, range, audience);
    const shared: Shared = { body, bytes: body.length, answers: new Map() };
    plans.shared.set(key, shared);
    keepWithin(plans, shared.body.length);
    return shared;
  }

  /** Everything of a plan except its heading, as JSON without its opening brace. */
  function compute(snapshots: readonly PlanSnapshot[], subject: Subject, range: Range, audience: Audience): Buffer {
    figures.computations += 1;
    const parts = snapshots.map((snapshot) => computePlan(snapshot, subject, range, audience));
    const newest = snapshots.at(-1);
    const rest = {
      begins_at: range.begins_at,
      ends_at: range.ends_at,
      time_zone: newest?.time_zone ?? 'UTC',
      days_to_show: newest?.days_to_show ?? 5,
      times: parts.at(-1)?.times ?? [],
      holidays: parts.flatMap((part) => part.holidays),
      last_updated_at: snapshots.reduce<string | null>(
        (latest, { last_updated_at: at }) => (at !== null && (latest === null || at > latest) ? at : latest),
        null,
      ),
    };
    const lists = parts.map((part) => part.lessons).filter((list) => list.length > 0);
    return Buffer.concat([
      OPENING,
      ...lists.flatMap((list, index) => (index === 0 ? [list] : [COMMA, list])),
      Buffer.from(`],${JSON.stringify(rest).slice(1)}`),
    ]);
  }

  /** What is in force in a range. */
  async function inForce(schoolId: number, range: Range) {
    if (!trusted) await checkRevision(schoolId);
    const plans = plansOf(schoolId);
    const years = touched(await plans.years, range);
    return { plans, snapshots: await Promise.all(years.map((year) => snapshotOf(plans, schoolId, year.id))) };
  }

  function keyOf(snapshots: readonly PlanSnapshot[], subject: Subject, range: Range, audience: Audience): string {
    const whose =
      subject.entity === 'pupil'
        ? `pupil:${toPart(subject.grades, range)}:${toPart(subject.courses, range)}`
        : `${subject.entity}:${subject.id}`;
    const reader = audience.kind === 'public' ? `public-${audience.teacher_names}` : audience.kind;
    const years = snapshots.map(({ school_year_id, revision }) => `${school_year_id}.${revision}`).join('+');
    return `${years}|${whose}|${range.begins_at}|${range.ends_at}|${reader}`;
  }

  function answerOf(
    plans: SchoolPlans,
    shared: Shared,
    heading: Heading,
    key: string,
    revisions: string,
  ): PreparedAnswer {
    const head = JSON.stringify(heading);
    let answer = shared.answers.get(head);
    if (!answer) {
      const bytes = Buffer.concat([Buffer.from(`{"meta":{},"data":${head.slice(0, -1)},`), shared.body, CLOSING]);
      answer = new PreparedAnswer(bytes, etagOf(revisions, key, head));
      shared.answers.set(head, answer);
      plans.made.add(answer);
      shared.bytes += bytes.length;
      keepWithin(plans, bytes.length);
    }
    return answer;
  }

  /** Evicts the oldest texts of a school until the rest fits. */
  function keepWithin(plans: SchoolPlans, added: number): void {
    plans.bytes += added;
    for (const [key, { bytes }] of plans.shared) {
      if (plans.bytes <= KEPT_BYTES || plans.shared.size === 1) return;
      plans.shared.delete(key);
      plans.bytes -= bytes;
    }
  }

  return {
    figures,

    /** The plan of one subject as cached bytes. `heading` says whose plan it is. */
    async read(
      schoolId: number,
      subject: Subject,
      range: Range,
      audience: Audience,
      heading: (snapshot: PlanSnapshot | undefined) => Heading | null,
    ): Promise<PreparedAnswer | null> {
      const { plans, snapshots } = await inForce(schoolId, range);
      const head = heading(snapshots.at(-1));
      if (!head) return null;
      const key = keyOf(snapshots, subject, range, audience);
      return answerOf(plans, share(plans, snapshots, subject, range, audience, key), head, key, String(schoolId));
    },

    /**
     * The same plan for readers who come rarely and ask for much, such as calendars: computed when its version is not
     * known yet, and not cached, so that it does not displace the weeks that everybody reads. `load` returns JSON.
     */
    async prepare(
      schoolId: number,
      subject: Subject,
      range: Range,
      audience: Audience,
    ): Promise<{ version: string; load: () => string }> {
      const { snapshots } = await inForce(schoolId, range);
      return {
        version: `${schoolId} ${keyOf(snapshots, subject, range, audience)}`,
        load: () => `{${compute(snapshots, subject, range, audience).toString()}`,
      };
    },

    /** Caches the answer that a reader got at an address, until the school's plans change. */
    remember(reader: { school_id: number }, url: string, answer: PreparedAnswer): void {
      const plans = schools.get(reader.school_id);
      // The plans may have changed while the answer was computed.
      if (!trusted || !plans?.made.has(answer)) return;
      const own = plans.recalled.get(reader) ?? new Map();
      if (own.size >= RECALLED_MAXIMUM) own.clear();
      own.set(url, new WeakRef(answer));
      plans.recalled.set(reader, own);
    },

    /** The cached answer, synchronously; null when anything may have changed. */
    recall(reader: { school_id: number }, url: string): PreparedAnswer | null {
      const plans = trusted ? schools.get(reader.school_id) : undefined;
      return plans?.recalled.get(reader)?.get(url)?.deref() ?? null;
    },

    /** The snapshot in force on a date; undefined for a school without a plan. */
    async snapshotAt(schoolId: number, date: string): Promise<PlanSnapshot | undefined> {
      if (!trusted) await checkRevision(schoolId);
      const plans = plansOf(schoolId);
      const year = touched(await plans.years, { begins_at: date, ends_at: date }).at(-1);
      return year ? snapshotOf(plans, schoolId, year.id) : undefined;
    },

    /** Grade, courses or teacher record of a person, cached until the school's plans change. */
    person(schoolId: number, userId: number, range: Range): PersonEntry {
      const plans = plansOf(schoolId);
      const key = `${userId}|${range.begins_at}|${range.ends_at}`;
      let entry = trusted ? plans.people.get(key) : undefined;
      if (!entry) {
        entry = findPersonOf(kysely, schoolId, userId, range);
        entry.catch(() => plans.people.delete(key));
        if (plans.people.size >= PEOPLE_MAXIMUM) plans.people.delete(plans.people.keys().next().value as string);
        plans.people.set(key, entry);
      }
      return entry;
    },

    /** Something of this school changed: its cached values are no longer used. */
    drop(schoolId: number): void {
      schools.delete(schoolId);
    },

    dropAll(): void {
      schools.clear();
    },

    trust(value: boolean): void {
      trusted = value;
      if (value) schools.clear();
    },
  };
}

export type PlanStore = ReturnType<typeof createPlanStore>;
