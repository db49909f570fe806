import type { FileCalendar, FileLeft } from '@kreide/core/features/calendar';
import { IMPORT_DATES_MAXIMUM } from '@kreide/core/features/calendar';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { listYears } from '../structure/index.ts';
import { type PlannedEvent, planEvent } from './import-plan.ts';
import {
  addParticipants,
  type ImportChange,
  type ImportedAs,
  insertEvents,
  listDated,
  listImported,
  listSeen,
  listValues,
  markChanged,
  participantsOf,
  setGone,
  stateOf,
  writeValues,
} from './queries/imports.ts';
import { copyOfDates, copySeriesReminders } from './queries/reminders.ts';
import { insertSeries, insertSeriesDates, listSeriesDates, setSeriesParticipants } from './queries/series.ts';
import type { EventValues, Participants } from './queries.ts';

/** What a file would do: its events with what they are already, and what is left out. */
export interface ImportPlan {
  readonly events: readonly { readonly planned: PlannedEvent; readonly known: ImportedAs | undefined }[];
  readonly left: readonly FileLeft[];
}

/** Works out what becomes of the events of a file; an event that stands there twice counts once. */
export async function planImport(
  db: Kysely<DB>,
  actor: Actor,
  { events, left }: FileCalendar,
  now: Date,
): Promise<ImportPlan> {
  const place = { zone: actor.time_zone, years: await listYears(db, actor.school_id), now };
  const planned = new Map<string, PlannedEvent>();
  const refused: FileLeft[] = [];
  let room = IMPORT_DATES_MAXIMUM;
  for (const event of events) {
    const one = planEvent(event, { ...place, room });
    if ('left' in one) {
      const { line, name, begins_date } = event;
      refused.push({ line, name, reason: one.left, value: begins_date });
    } else if (!planned.has(one.uid_hash)) {
      planned.set(one.uid_hash, one);
      room -= one.series?.dates.length ?? 1;
    }
  }
  const known = await listImported(db, actor, [...planned.keys()]);
  const seen = await listSeen(
    db,
    actor,
    [...planned.values()].flatMap(({ own_id }) => own_id ?? []),
  );
  /** An event of this calendar that comes back: numbers of another school mean others. */
  const isOurs = ({ own_id, values }: PlannedEvent) =>
    seen.some(({ id, name, begins_at }) => id === own_id && name === values.name && begins_at === values.begins_at);
  const toKnown = (one: PlannedEvent): ImportedAs | undefined => {
    const { uid_hash, content_hash, own_id } = one;
    return (
      known.get(uid_hash) ?? (isOurs(one) ? { uid_hash, content_hash, event_id: own_id, series_id: null } : undefined)
    );
  };
  return {
    events: [...planned.values()].map((one) => ({ planned: one, known: toKnown(one) })),
    left: [...left, ...refused].sort((a, b) => a.line - b.line),
  };
}

/** Makes a series with its dates, those that do not take place and those that are other than the rest. */
async function makeSeries(
  db: Kysely<DB>,
  { school_id, user_id }: Actor,
  { values, series }: PlannedEvent & { readonly series: NonNullable<PlannedEvent['series']> },
  participants: Participants,
  now: Date,
): Promise<number> {
  const id = await insertSeries(db, school_id, series.head, now);
  const key = { school_id, id };
  await insertSeriesDates(db, key, user_id, values, series.dates, now);
  await setSeriesParticipants(db, key, participants, []);
  if (series.excluded.length + series.changes.length === 0) return id;
  const ids = new Map((await listSeriesDates(db, key)).map((one) => [one.recurs_on, one.id]));
  const gone = series.excluded.flatMap((date) => ids.get(date) ?? []);
  const others = series.changes.flatMap((change) => {
    const event = ids.get(change.date);
    return event === undefined ? [] : [{ id: event, values: change.values }];
  });
  await setGone(db, school_id, gone, true, now);
  await writeValues(db, school_id, others, now);
  await markChanged(
    db,
    school_id,
    others.map((one) => one.id),
  );
  return id;
}

/** An event of a file with what no file says of events: as the one has it whose place it takes. */
function withChoices(planned: PlannedEvent, former: EventValues | undefined): PlannedEvent {
  if (!former) return planned;
  const { category, is_notifiable, participants_visible, answers_for } = former;
  const keep = (values: EventValues) => ({ ...values, category, is_notifiable, participants_visible, answers_for });
  const { values, series } = planned;
  const changes = series?.changes.map((one) => ({ ...one, values: keep(one.values) })) ?? [];
  return { ...planned, values: keep(values), series: series && { ...series, changes } };
}

/** What an import did, and the events that it concerns. */
export interface MadeImport {
  readonly changes: readonly ImportChange[];
  readonly kept: readonly ImportedAs[];
  readonly added: number;
  readonly changed: number;
  /** Events that are there and were changed or made; and those that made room. */
  readonly ids: readonly number[];
  readonly gone: readonly number[];
}

/** Puts the events of a file into the calendar: new ones for these channels, and those that are there as the file has them now. */
export async function makeImport(
  db: Kysely<DB>,
  actor: Actor,
  { events }: ImportPlan,
  channels: readonly number[],
  now: Date,
): Promise<MadeImport> {
  const { school_id } = actor;
  const todo = events.flatMap(({ planned, known }) => {
    const state = stateOf(planned, known);
    if (state === 'known') return [];
    const inPlace = known?.event_id && planned.series === null ? known.event_id : null;
    return [{ planned, known: known ?? null, inPlace }];
  });
  const replaced = todo.flatMap(({ known, inPlace }) => (known && inPlace === null ? [known] : []));
  const dated = await listDated(
    db,
    school_id,
    replaced.flatMap(({ series_id }) => series_id ?? []),
  );
  const goneOf = ({ event_id, series_id }: ImportedAs) =>
    event_id === null ? dated.filter((one) => one.series_id === series_id).map(({ id }) => id) : [event_id];
  const before = await listValues(db, school_id, [
    ...todo.flatMap(({ inPlace }) => inPlace ?? []),
    ...replaced.flatMap((known) => goneOf(known).slice(0, 1)),
  ]);
  const fresh = todo.filter(({ planned, known }) => known === null && planned.series === null);
  const made = await insertEvents(
    db,
    actor,
    fresh.map(({ planned }) => planned.values),
    now,
  );
  await addParticipants(db, school_id, made, { channels, users: [] });
  const idOf = new Map(fresh.map(({ planned }, at) => [planned.uid_hash, made[at] as number]));

  const changes: ImportChange[] = [];
  const writes: { id: number; values: PlannedEvent['values'] }[] = [];
  for (const { planned: said, known, inPlace } of todo) {
    const old = known && inPlace === null ? goneOf(known) : [];
    const planned = withChoices(said, before.get(inPlace ?? old[0] ?? 0));
    const { uid_hash, values, series } = planned;
    const participants = old.length > 0 ? await participantsOf(db, school_id, old) : { channels, users: [] };
    if (inPlace !== null) writes.push({ id: inPlace, values });
    const of = { uid_hash, gone: old, former: known, before: inPlace === null ? null : (before.get(inPlace) ?? null) };
    if (series) {
      const series_id = await makeSeries(db, actor, { ...planned, series }, participants, now);
      if (known?.series_id) {
        const former = { school_id, id: known.series_id };
        await copySeriesReminders(db, former, series_id);
        await copyOfDates(db, former, series_id);
      }
      changes.push({ ...of, event_id: null, series_id });
    } else {
      let event_id = inPlace ?? idOf.get(uid_hash) ?? null;
      if (event_id === null) {
        [event_id = null] = await insertEvents(db, actor, [values], now);
        if (event_id !== null) await addParticipants(db, school_id, [event_id], participants);
      }
      changes.push({ ...of, event_id, series_id: null });
    }
  }
  await writeValues(db, school_id, writes, now);
  const gone = changes.flatMap((one) => one.gone);
  await setGone(db, school_id, gone, true, now);
  const hashes = new Map(todo.map(({ planned }) => [planned.uid_hash, planned.content_hash]));
  const kept = changes.map(({ uid_hash, event_id, series_id }) => ({
    uid_hash,
    content_hash: hashes.get(uid_hash) ?? '',
    event_id,
    series_id,
  }));
  const ofSeries = await listDated(
    db,
    school_id,
    changes.flatMap(({ series_id }) => series_id ?? []),
  );
  const ids = [...changes.flatMap(({ event_id }) => event_id ?? []), ...ofSeries.map(({ id }) => id)];
  const changed = changes.filter(({ former }) => former !== null).length;
  return { changes, kept, added: changes.length - changed, changed, ids, gone };
}

/** Takes back what an import did: its events go, and those that it changed or took away are as before. */
export async function takeBackImport(
  db: Kysely<DB>,
  school_id: number,
  changes: readonly ImportChange[],
  now: Date,
): Promise<{ readonly gone: readonly number[]; readonly ids: readonly number[] }> {
  const dated = await listDated(
    db,
    school_id,
    changes.flatMap(({ series_id }) => series_id ?? []),
  );
  const single = changes.flatMap(({ event_id, before }) => (before === null ? (event_id ?? []) : []));
  const gone = [...single, ...dated.map(({ id }) => id)];
  const back = changes.flatMap((one) => one.gone);
  const restored = changes.flatMap(({ event_id, before }) =>
    before && event_id !== null ? [{ id: event_id, values: before }] : [],
  );
  await setGone(db, school_id, gone, true, now);
  await setGone(db, school_id, back, false, now);
  await writeValues(db, school_id, restored, now);
  return { gone, ids: [...back, ...restored.map(({ id }) => id)] };
}
