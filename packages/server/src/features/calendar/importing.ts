import {
  type calendarApi,
  calendarEvents,
  IMPORT_LEFT_MAXIMUM,
  IMPORT_TRIAL_HOURS,
  IMPORT_UNDO_DAYS,
  IMPORTS_LISTED,
} from '@kreide/core/features/calendar';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { reserveAttempt } from '../auth/index.ts';
import type { WithdrawTold } from '../channels/index.ts';
import { readCalendarUpload } from '../structure/index.ts';
import { type ImportPlan, makeImport, planImport, takeBackImport } from './import-making.ts';
import { refuseParticipants } from './participants.ts';
import {
  forgetImported,
  type ImportRow,
  insertImport,
  keepImported,
  listImports,
  markUndone,
  participantsOf,
  stateOf,
  takeImport,
  writeImport,
} from './queries/imports.ts';
import { listAudience } from './queries.ts';
import type { TakeBackReminders } from './reminding.ts';

type Api = typeof calendarApi;

const toShown = (row: ImportRow, isNewest: boolean, now: Date) => ({
  ...row,
  can: { undo: row.state === 'APPLIED' && isNewest && Date.parse(row.ends_at) > now.getTime() ? 1 : 0 } as const,
});

/** An event of a file, as it would be. */
function toTried({ planned, known }: ImportPlan['events'][number]) {
  const { name, location, is_all_day, begins_at, ends_at } = planned.values;
  const { series } = planned;
  const state = stateOf(planned, known);
  if (!series) return { name, location, is_all_day, begins_at, ends_at, state, series };
  const { rule, begins_on, ends_on } = series.head;
  const dates = series.dates.length - series.excluded.length;
  const said = { rule, begins_on, ends_on, dates, left_out: 0, changed: series.changes.length };
  return { name, location, is_all_day, begins_at, ends_at, state, series: said };
}

interface Touching extends Pick<HandlerContext, 'write' | 'emit' | 'now'> {
  readonly actor: Actor;
}

/** Files of events that somebody reads into a calendar, and takes back. */
export function importHandlers(withdrawTold: WithdrawTold, takeBack: TakeBackReminders) {
  /** The events changed or went: open calendars ask again, and nothing that people were told of stays. */
  async function touched(
    { ids, gone }: { readonly ids: readonly number[]; readonly gone: readonly number[] },
    { actor, write, emit, now }: Touching,
  ): Promise<void> {
    const { school_id, user_id } = actor;
    const db = await write();
    const all = [...ids, ...gone];
    const [first] = all;
    if (first === undefined) return;
    await withdrawTold(db, { school_id, told_of: gone.map((id) => `event:${id}` as const) }, now);
    await takeBack(db, { school_id, ids: all }, now);
    const audience = await listAudience(db, school_id, await participantsOf(db, school_id, all), false);
    await emit(calendarEvents.changed, { users: [...new Set([...audience, user_id])] }, { id: first });
  }

  async function shown({ actor, write, now }: Touching, id: number) {
    const rows = await listImports(await write(), actor.school_id, actor.user_id, IMPORTS_LISTED);
    const newest = rows.find(({ state }) => state === 'APPLIED');
    const row = rows.find((one) => one.id === id);
    if (!row) throw new Error('the import that was just written is not there');
    return toShown(row, row === newest, now);
  }

  return {
    async listImports({ actor, db, now }: HandlerContext<Api['listImports']>) {
      const rows = await listImports(db, actor.school_id, actor.user_id, IMPORTS_LISTED);
      const newest = rows.find(({ state }) => state === 'APPLIED');
      return { data: rows.map((row) => toShown(row, row === newest, now)) };
    },

    async tryImport({ files, actor, db, now, t, write, fail }: HandlerContext<Api['tryImport']>) {
      const { school_id, user_id } = actor;
      const refuse = (rule: string, message: string) => fail('invalid', { issues: [{ path: 'files', rule, message }] });
      const [file] = files;
      if (!file) return refuse('required', t('kernel:rules.required', { field: 'files' }));
      await reserveAttempt(db, { event: `${school_id}:${user_id}` }, now);
      const read = await readCalendarUpload(files, actor.time_zone);
      if (!read.ok) return refuse(read.reason, t(`kernel:calendarFile.${read.reason}`, read.params));
      const { events, left } = await planImport(db, actor, read.records, now);
      const trx = await write();
      const file_name = file.name.slice(0, 200);
      const wanted = { file_name, calendar: read.records, hours: IMPORT_TRIAL_HOURS };
      const id = await insertImport(trx, { school_id, user_id }, wanted, now);
      return {
        data: {
          id,
          file_name,
          events: events.map(toTried),
          left: left
            .slice(0, IMPORT_LEFT_MAXIMUM)
            .map(({ line, name, reason, value }) => ({ line, name, reason, value })),
          left_count: left.length,
          zones: [...read.records.zones],
        },
      };
    },

    async applyImport(context: HandlerContext<Api['applyImport']>) {
      const { params, body, actor, db, now, t, write, record, fail } = context;
      const { school_id, user_id } = actor;
      const channels = [...new Set(body.channels)];
      await refuseParticipants(db, actor, { channels, users: [] }, { now, t, fail });
      const trx = await write();
      const key = { school_id, id: params.id };
      const row = await takeImport(trx, key, user_id);
      if (!row) return fail('not_found');
      if (row.state !== 'TRIED' || Date.parse(row.ends_at) <= now.getTime()) return fail('calendar_import_over');
      const made = await makeImport(trx, actor, await planImport(trx, actor, row.calendar, now), channels, now);
      await keepImported(trx, actor, made.kept);
      const { changes, added, changed } = made;
      await writeImport(trx, key, { changes, channels, added, changed, hours: IMPORT_UNDO_DAYS * 24 }, now);
      record({ entity: 'calendar_imports', id: row.id, after: { file_name: row.file_name, added, changed, channels } });
      await touched(made, context);
      return { data: await shown(context, row.id) };
    },

    async undoImport(context: HandlerContext<Api['undoImport']>) {
      const { params, actor, now, write, record, fail } = context;
      const { school_id, user_id } = actor;
      const trx = await write();
      const key = { school_id, id: params.id };
      const row = await takeImport(trx, key, user_id);
      if (!row || row.state === 'TRIED') return fail('not_found');
      if (row.state !== 'APPLIED' || Date.parse(row.ends_at) <= now.getTime()) return fail('calendar_import_over');
      if (!row.isNewest) return fail('calendar_import_later');
      const done = await takeBackImport(trx, school_id, row.changes, now);
      const former = row.changes.flatMap((one) => one.former ?? []);
      const isNew = row.changes.filter((one) => one.former === null).map(({ uid_hash }) => uid_hash);
      await keepImported(trx, actor, former);
      await forgetImported(trx, actor, isNew);
      await markUndone(trx, key);
      record({ entity: 'calendar_imports', id: row.id, before: { file_name: row.file_name } });
      await touched(done, context);
      return { data: await shown(context, row.id) };
    },
  };
}
