import { chooseVersion, HISTORY_MAXIMUM, plannerApi, VERSION_RESTORE_HOURS } from '@kreide/core/features/planner';
import { fields, type Issue, type Translate, toLocal } from '@kreide/core/kernel';
import type { FeatureParts } from '../../kernel/feature.ts';
import { implement } from '../../kernel/http/implement.ts';
import { parsePart, refuseIssues } from '../../kernel/http/validate.ts';
import { listYears } from '../structure/index.ts';
import { findKeptVersions } from '../timetable/index.ts';
import { createRow, removeRow, restoreRow, showBasedata, updateRow } from './basedata.ts';
import { bookletHandlers } from './booklet/handlers.ts';
import type { BookletTask } from './booklet/task.ts';
import { makeVersion } from './creating.ts';
import { pushHandler, toNames } from './editing.ts';
import { readEditor } from './editor.ts';
import { freeDayHandlers } from './free-days.ts';
import { proposalHandlers } from './proposing/handlers.ts';
import type { ProposeTask } from './proposing/task.ts';
import { wishHandlers } from './proposing/wishes.ts';
import { type PublishParts, publishHandler } from './publish.ts';
import { listChangers } from './queries/edits.ts';
import { findRemoved, findVersion, listVersions, lockVersion, updateVersion } from './queries/versions.ts';
import { railHandlers } from './rails/handlers.ts';
import type { RailsTask } from './rails/task.ts';
import { showAll, showHistory, showVersion, toRecordedVersion } from './shown.ts';
import { popHandler, redoHandler } from './undoing.ts';

const HOUR_MS = 60 * 60 * 1000;

/** The version that the header names; 422 for what is no uuid. */
function readVersionHeader(value: string | undefined, t: Translate): string | undefined {
  if (value === undefined) return undefined;
  const issues: Issue[] = [];
  parsePart('header.version-uuid', fields.uuid, value, issues, t);
  refuseIssues(issues);
  return value;
}

interface MadeApart extends Pick<FeatureParts, 'store'> {
  propose: ProposeTask;
  rails: RailsTask;
  booklet: BookletTask;
}

/** Versions of the plan: planners make, change and publish them; nobody else knows that there are any. */
export function plannerHandlers(parts: PublishParts, { propose, rails, booklet, store }: MadeApart) {
  const { changed } = parts;
  return implement(plannerApi, {
    ...bookletHandlers({ store }, booklet),
    async listVersions({ actor, db, now }) {
      const years = await listYears(db, actor.school_id);
      const versions = await showAll(db, years, { actor, now });
      const inForce = years.flatMap(({ published_version_id }) => published_version_id ?? []);
      const kept = await findKeptVersions(db, actor.school_id, inForce);
      const plans = years.toReversed().flatMap(({ id, name, begins_at, ends_at, ...year }) => {
        const plan = kept.find((one) => one.id === year.published_version_id);
        const school_year = { id, name, begins_at, ends_at };
        return plan ? [{ uuid: plan.uuid, school_year, last_updated_at: year.last_updated_at }] : [];
      });
      return { data: { versions, plans } };
    },

    async createVersion({ actor, body, now, write, record, fail }) {
      const trx = await write();
      const id = await makeVersion(trx, actor, body, now);
      const row = (await findVersion(trx, actor.school_id, { id })) ?? fail('not_found');
      record({ entity: 'planner_versions', id, after: { ...toRecordedVersion(row), text: row.note } });
      return { data: await showVersion(trx, row, { actor, now }) };
    },

    async getVersion({ actor, params, db, now, fail }) {
      const row = (await findVersion(db, actor.school_id, params)) ?? fail('not_found');
      const history = await showHistory(db, row, { actor, now }, HISTORY_MAXIMUM);
      return { data: { ...(await showVersion(db, row, { actor, now })), history } };
    },

    async updateVersion({ actor, params, body, now, write, record, fail }) {
      const trx = await write();
      const found = (await findVersion(trx, actor.school_id, params)) ?? fail('not_found');
      await lockVersion(trx, actor.school_id, found.uuid);
      const row = (await findVersion(trx, actor.school_id, params)) ?? fail('not_found');
      if (row.note !== body.former_note) return fail('conflict');
      const note = body.note.trim();
      await updateVersion(trx, row, { note });
      record({ entity: 'planner_versions', id: row.id, before: { text: row.note }, after: { text: note } });
      return { data: await showVersion(trx, { ...row, note }, { actor, now }) };
    },

    async removeVersion({ actor, params, query, now, t, write, record, fail }) {
      const trx = await write();
      const found = (await findVersion(trx, actor.school_id, params)) ?? fail('not_found');
      await lockVersion(trx, actor.school_id, found.uuid);
      const row = (await findVersion(trx, actor.school_id, params)) ?? fail('not_found');
      if (row.published_at !== null) return fail('version_published');
      if (row.revision !== query.revision) {
        const changers = await listChangers(trx, row, { after: query.revision, standing: false });
        const names = await toNames(trx, actor.school_id, changers.length > 0 ? changers : [null], t);
        return fail('version_changed', { params: { names } });
      }
      await updateVersion(trx, row, { deleted_at: now.toISOString() });
      record({ entity: 'planner_versions', id: row.id, before: { ...toRecordedVersion(row), text: row.note } });
    },

    async restoreVersion({ actor, params, now, write, record, fail }) {
      const trx = await write();
      const since = new Date(now.getTime() - VERSION_RESTORE_HOURS * HOUR_MS);
      const { id } = (await findRemoved(trx, actor.school_id, params.id, since)) ?? fail('not_found');
      await updateVersion(trx, { school_id: actor.school_id, id }, { deleted_at: null });
      const row = (await findVersion(trx, actor.school_id, { id })) ?? fail('not_found');
      record({ entity: 'planner_versions', id, after: { ...toRecordedVersion(row), text: row.note } });
      return { data: await showVersion(trx, row, { actor, now }) };
    },

    async getCurrent({ actor, query, request, db, now, t, fail }) {
      // A client may name its school: that of the session is the only one that it can mean.
      const school = request.header('school') ?? actor.school_uuid;
      if (school !== actor.school_uuid && school !== `${actor.school_id}`) return fail('not_found');
      const version_uuid = query.version_uuid ?? readVersionHeader(request.header('version-uuid'), t);
      const row = version_uuid
        ? await findVersion(db, actor.school_id, { uuid: version_uuid })
        : chooseVersion(await listVersions(db, actor.school_id), toLocal(now, actor.time_zone).date);
      return row ? { data: await readEditor(db, row, { actor, now }) } : fail('not_found');
    },

    async listSubjects({ actor, db }) {
      return { data: await showBasedata(db, actor, 'subjects') };
    },
    async createSubject(call) {
      return { data: await createRow(call, 'subjects', call.body, changed) };
    },
    async updateSubject(call) {
      const { version, ...draft } = call.body;
      return { data: await updateRow(call, 'subjects', { id: call.params.id, version, draft }, changed) };
    },

    async listTeachers({ actor, db }) {
      return { data: await showBasedata(db, actor, 'teachers') };
    },
    async createTeacher(call) {
      return { data: await createRow(call, 'teachers', call.body, changed) };
    },
    async updateTeacher(call) {
      const { version, ...draft } = call.body;
      return { data: await updateRow(call, 'teachers', { id: call.params.id, version, draft }, changed) };
    },

    async listBookables({ actor, db }) {
      return { data: await showBasedata(db, actor, 'bookables') };
    },
    async createBookable(call) {
      return { data: await createRow(call, 'bookables', call.body, changed) };
    },
    async updateBookable(call) {
      const { version, ...draft } = call.body;
      return { data: await updateRow(call, 'bookables', { id: call.params.id, version, draft }, changed) };
    },

    async listGrades({ actor, db }) {
      return { data: await showBasedata(db, actor, 'grades') };
    },
    async createGrade(call) {
      return { data: await createRow(call, 'grades', call.body, changed) };
    },
    async updateGrade(call) {
      const { version, ...draft } = call.body;
      return { data: await updateRow(call, 'grades', { id: call.params.id, version, draft }, changed) };
    },

    async listCourses({ actor, db }) {
      return { data: await showBasedata(db, actor, 'courses') };
    },
    async createCourse(call) {
      return { data: await createRow(call, 'courses', call.body, changed) };
    },
    async updateCourse(call) {
      const { version, ...draft } = call.body;
      return { data: await updateRow(call, 'courses', { id: call.params.id, version, draft }, changed) };
    },

    async listHolidays({ actor, db }) {
      return { data: await showBasedata(db, actor, 'holidays') };
    },
    async createHoliday(call) {
      return { data: await createRow(call, 'holidays', call.body, changed) };
    },
    async updateHoliday(call) {
      const { version, ...draft } = call.body;
      return { data: await updateRow(call, 'holidays', { id: call.params.id, version, draft }, changed) };
    },

    async removeUnit(call) {
      await removeRow(call, call.params.entity, call.params.id, changed);
    },
    async restoreUnit(call) {
      await restoreRow(call, call.params.entity, call.params.id, changed);
    },

    ...freeDayHandlers(changed),
    ...proposalHandlers(propose),
    ...wishHandlers,
    ...railHandlers(rails, changed),

    push: pushHandler,
    pop: popHandler,
    redo: redoHandler,
    publish: publishHandler(parts),
  });
}
