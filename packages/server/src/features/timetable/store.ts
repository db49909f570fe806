import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { etagOf, JSON_TYPE, joinForKeeping, PreparedAnswer } from '../../kernel/http/answers.ts';
import { listYears, type YearHead } from '../structure/index.ts';
import { createBudget, type Kept } from './budget.ts';
import { computePlan, textBytesOf } from './compute.ts';
import { gatherPeople, type PersonEntry } from './gathered-people.ts';
import { loadSnapshot } from './load.ts';
import type { Audience, Membership, Range, Subject } from './select.ts';
import { type PlanSnapshot, sizeOf } from './snapshot.ts';

/** Channel on which processes notify each other that plans of a school changed; payload is the school id. */
export const PLAN_CHANNEL = 'kreide_plans';

/** Maximum number of cached people per school; the oldest are evicted first. */
const PEOPLE_MAXIMUM = 4000;
/** Maximum size of the cached answers of a school; the oldest are evicted first. */
const ANSWERS_BYTES = 24_000_000;
/** The part of the whole budget that the answers of one school may take. */
const ANSWERS_PART = 0.25;
/** About the size of what belongs to a kept answer, a kept person, and a remembered address besides their content. */
const ANSWER_BYTES = 900;
const PERSON_BYTES = 4000;
const RECALLED_BYTES = 350;
/** Closes the envelope around a plan. */
const CLOSING = Buffer.from('}');
const OPENING = Buffer.from('"lessons":[');
const COMMA = Buffer.from(',');
/** Maximum number of addresses per reader with cached answers. */
const RECALLED_MAXIMUM = 50;

interface Shared {
  /** JSON of everything except the heading, in pieces until the first answer holds it. */
  body: readonly Buffer[];
  /** Size of all answers, in both forms. */
  bytes: number;
  /** The finished answers by heading: a whole class shares one plan. */
  answers: Map<string, PreparedAnswer>;
}

interface SchoolPlans extends Kept {
  school_id: number;
  years: Promise<YearHead[]>;
  snapshots: Map<number, Promise<PlanSnapshot>>;
  shared: Map<string, Shared>;
  /** Size of `shared`. */
  answers_bytes: number;
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

export interface Heading {
  entity: string;
  id: number;
  displayname: string;
}

/** A budget for one school in tests and tools. */
export const CACHE_BYTES = 256_000_000;

/** How often something was really computed or loaded, for tests and metrics. */
export interface PlanFigures {
  computations: number;
  loads: number;
}

/**
 * The read model: plans of the version in force are kept in process memory; the bytes for (entity, range, revision,
 * audience) are computed once and cached. `drop` is called for every change, here or in another process. While
 * notifications may be lost (`trust(false)`) every read checks the revision in the database first. All schools
 * together take at most about `maximum` bytes; evicted entries are loaded and computed again.
 */
export function createPlanStore(kysely: Kysely<DB>, maximum: number = CACHE_BYTES) {
  const schools = createBudget<SchoolPlans>(maximum);
  const answersMaximum = Math.min(ANSWERS_BYTES, maximum * ANSWERS_PART);
  const figures: PlanFigures = { computations: 0, loads: 0 };
  let trusted = true;
  const findPerson = gatherPeople(kysely);

  function plansOf(schoolId: number): SchoolPlans {
    let plans = schools.use(schoolId);
    if (!plans) {
      plans = {
        school_id: schoolId,
        bytes: 0,
        uses: 0,
        answers_bytes: 0,
        years: listYears(kysely, schoolId),
        snapshots: new Map(),
        shared: new Map(),
        people: new Map(),
        recalled: new WeakMap(),
        made: new WeakSet(),
      };
      const own = plans;
      plans.years.catch(() => schools.peek(schoolId) === own && schools.remove(schoolId));
      schools.put(schoolId, plans);
    }
    return plans;
  }

  const count = (plans: SchoolPlans, added: number) => schools.count(plans.school_id, plans, added);

  /** The plans of a school, which stay in memory at least until `work` has ended. */
  async function holding<T>(schoolId: number, work: (plans: SchoolPlans) => Promise<T>): Promise<T> {
    const plans = plansOf(schoolId);
    plans.uses += 1;
    try {
      return await work(plans);
    } finally {
      plans.uses -= 1;
      schools.fit();
    }
  }

  function snapshotOf(plans: SchoolPlans, schoolId: number, yearId: number): Promise<PlanSnapshot> {
    let loading = plans.snapshots.get(yearId);
    if (!loading) {
      figures.loads += 1;
      loading = loadSnapshot(kysely, schoolId, yearId);
      plans.snapshots.set(yearId, loading);
      loading.then(
        (snapshot) => count(plans, sizeOf(snapshot)),
        () => plans.snapshots.delete(yearId),
      );
    }
    return loading;
  }

  async function checkRevision(schoolId: number): Promise<void> {
    const plans = schools.peek(schoolId);
    if (!plans) return;
    const [known, current] = await Promise.all([plans.years, listYears(kysely, schoolId)]);
    const isSame =
      known.length === current.length &&
      known.every((year, index) => {
        const now = current[index];
        return year.id === now?.id && year.revision === now.revision && year.is_active === now.is_active;
      });
    if (!isSame) schools.remove(schoolId);
    count(plans, -PERSON_BYTES * plans.people.size);
    plans.people.clear();
  }

  /** The school years that a range overlaps; the active one where it overlaps none, else the nearest. */
  function touched(years: readonly YearHead[], range: Range): YearHead[] {
    const found = years.filter((year) => year.begins_at <= range.ends_at && year.ends_at >= range.begins_at);
    if (found.length > 0) return found;
    const active = years.find((year) => year.is_active);
    if (active) return [active];
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
    const shared: Shared = { body: compute(plans, snapshots, subject, range, audience), bytes: 0, answers: new Map() };
    plans.shared.set(key, shared);
    return shared;
  }

  /** Everything of a plan except its heading, as pieces of JSON without its opening brace. */
  function compute(
    plans: SchoolPlans,
    snapshots: readonly PlanSnapshot[],
    subject: Subject,
    range: Range,
    audience: Audience,
  ): Buffer[] {
    figures.computations += 1;
    const parts = snapshots.map((snapshot) => {
      const before = textBytesOf(snapshot);
      const part = computePlan(snapshot, subject, range, audience);
      count(plans, textBytesOf(snapshot) - before);
      return part;
    });
    const newest = snapshots.at(-1);
    const rest = {
      begins_at: range.begins_at,
      ends_at: range.ends_at,
      time_zone: newest?.time_zone ?? 'UTC',
      days_to_show: newest?.days_to_show ?? 5,
      calendar_view: newest?.calendar_view ?? 'week',
      times: parts.at(-1)?.times ?? [],
      holidays: parts.flatMap((part) => part.holidays),
      last_updated_at: snapshots.reduce<string | null>(
        (latest, { last_updated_at: at }) => (at !== null && (latest === null || at > latest) ? at : latest),
        null,
      ),
      ...(audience.kind === 'public' ? { released: audience.days } : {}),
    };
    const lists = parts.map((part) => part.lessons).filter((list) => list.length > 0);
    return [
      OPENING,
      ...lists.flatMap((list, index) => (index === 0 ? [list] : [COMMA, list])),
      Buffer.from(`],${JSON.stringify(rest).slice(1)}`),
    ];
  }

  /** What is in force in a range. */
  async function inForce(schoolId: number, range: Range) {
    if (!trusted) await checkRevision(schoolId);
    return holding(schoolId, async (plans) => {
      const years = touched(await plans.years, range);
      return { plans, snapshots: await Promise.all(years.map((year) => snapshotOf(plans, schoolId, year.id))) };
    });
  }

  function keyOf(snapshots: readonly PlanSnapshot[], subject: Subject, range: Range, audience: Audience): string {
    const whose =
      subject.entity === 'pupil'
        ? `pupil:${toPart(subject.grades, range)}:${toPart(subject.courses, range)}:${toPart(subject.dropped ?? [], range)}`
        : `${subject.entity}:${subject.id}`;
    const reader =
      audience.kind === 'public'
        ? `public-${audience.teacher_names}-${audience.replaced_teachers}-${audience.days.begins_at}-${audience.days.ends_at}`
        : audience.kind;
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
      const opening = Buffer.from(`{"meta":{},"data":${head.slice(0, -1)},`);
      const bytes = joinForKeeping([opening, ...shared.body, CLOSING]);
      const grow = (added: number) => {
        shared.bytes += added;
        if (plans.shared.get(key) === shared) keepWithin(plans, added);
      };
      // Revisions count in one database: after another one took its place at this address, the same numbers say something else.
      const content = createHash('sha1').update(bytes).digest('base64url');
      answer = new PreparedAnswer(bytes, etagOf(revisions, key, content), JSON_TYPE, grow);
      if (shared.answers.size === 0) shared.body = [bytes.subarray(opening.length, -CLOSING.length)];
      shared.answers.set(head, answer);
      plans.made.add(answer);
      grow(bytes.length + ANSWER_BYTES);
    }
    return answer;
  }

  /** Evicts the oldest answers of a school until the rest fits. */
  function keepWithin(plans: SchoolPlans, added: number): void {
    let removed = 0;
    plans.answers_bytes += added;
    for (const [key, { bytes }] of plans.shared) {
      if (plans.answers_bytes <= answersMaximum || plans.shared.size === 1) break;
      plans.shared.delete(key);
      plans.answers_bytes -= bytes;
      removed += bytes;
    }
    count(plans, added - removed);
  }

  function removePerson(plans: SchoolPlans, key: string): void {
    if (plans.people.delete(key)) count(plans, -PERSON_BYTES);
  }

  return {
    figures,

    /** How many schools are kept and the size of all. */
    size: schools.size,

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
      const { plans, snapshots } = await inForce(schoolId, range);
      return {
        version: `${schoolId} ${keyOf(snapshots, subject, range, audience)}`,
        load: () => `{${Buffer.concat(compute(plans, snapshots, subject, range, audience)).toString()}`,
      };
    },

    /** Caches the answer that a reader got at an address, until the school's plans change. */
    remember(reader: { school_id: number }, url: string, answer: PreparedAnswer): void {
      const plans = schools.peek(reader.school_id);
      // The plans may have changed while the answer was computed.
      if (!trusted || !plans?.made.has(answer)) return;
      const own = plans.recalled.get(reader) ?? new Map();
      if (own.size >= RECALLED_MAXIMUM) own.clear();
      // Never subtracted: nobody is told when a reader is gone.
      count(plans, RECALLED_BYTES);
      own.set(url, new WeakRef(answer));
      plans.recalled.set(reader, own);
    },

    /** The cached answer, synchronously; null when anything may have changed. */
    recall(reader: { school_id: number }, url: string): PreparedAnswer | null {
      const plans = trusted ? schools.use(reader.school_id) : undefined;
      return plans?.recalled.get(reader)?.get(url)?.deref() ?? null;
    },

    /** The snapshot in force on a date; undefined for a school without a plan. */
    async snapshotAt(schoolId: number, date: string): Promise<PlanSnapshot | undefined> {
      if (!trusted) await checkRevision(schoolId);
      return holding(schoolId, async (plans) => {
        const year = touched(await plans.years, { begins_at: date, ends_at: date }).at(-1);
        return year ? snapshotOf(plans, schoolId, year.id) : undefined;
      });
    },

    /** The snapshots in force in a range, oldest first: two where a school year ends within it; none for a school without a plan. */
    async snapshotsIn(schoolId: number, range: Range): Promise<PlanSnapshot[]> {
      return (await inForce(schoolId, range)).snapshots;
    },

    /** Grade, courses or teacher record of a person, cached until the school's plans change. */
    person(schoolId: number, userId: number, range: Range): PersonEntry {
      const plans = plansOf(schoolId);
      const key = `${userId}|${range.begins_at}|${range.ends_at}`;
      let entry = trusted ? plans.people.get(key) : undefined;
      if (!entry) {
        entry = findPerson(schoolId, userId, range);
        entry.catch(() => removePerson(plans, key));
        if (plans.people.size >= PEOPLE_MAXIMUM) removePerson(plans, plans.people.keys().next().value as string);
        // While nothing is trusted, an entry is replaced.
        removePerson(plans, key);
        plans.people.set(key, entry);
        count(plans, PERSON_BYTES);
      }
      return entry;
    },

    /** Something of this school changed: its cached values are no longer used. */
    drop(schoolId: number): void {
      schools.remove(schoolId);
    },

    trust(value: boolean): void {
      trusted = value;
      if (value) schools.clear();
    },
  };
}

export type PlanStore = ReturnType<typeof createPlanStore>;
