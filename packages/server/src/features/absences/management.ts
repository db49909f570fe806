import {
  ABSENCE_TYPES_MAXIMUM,
  type absencesApi,
  STANDARD_TYPE,
  STANDARD_TYPES,
  typeProblems,
} from '@kreide/core/features/absences';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { readSettings, saveSettings } from './queries/settings.ts';
import {
  findType,
  insertType,
  listTypes,
  lockTypes,
  type TypeRow,
  type TypeValues,
  updateType,
} from './queries/types.ts';
import { byCategory, toType, typeNameOf } from './shown.ts';
import { refuse } from './writing.ts';

type Api = typeof absencesApi;
type Draft = HandlerContext<Api['createType']>['body'];

/** What the log says of a type. */
const toRecord = ({ category, state, name, audience, is_counting, archived_at }: TypeValues) => ({
  category,
  state,
  name,
  audience: audience.join(', '),
  is_counting,
  is_archived: archived_at !== null,
});

const toValues = ({ category, state, name, description, audience, is_counting }: Draft): TypeValues => ({
  category,
  state,
  name: name.trim(),
  description: description.trim(),
  audience: [...new Set(audience)],
  is_counting,
  archived_at: null,
});

export function managementHandlers() {
  /** There is room for one more. */
  function checkRoom(types: readonly TypeRow[], t: HandlerContext['t']): void {
    if (types.filter(({ archived_at }) => archived_at === null).length < ABSENCE_TYPES_MAXIMUM) return;
    const params = { maximum: ABSENCE_TYPES_MAXIMUM };
    refuseIssues([{ path: 'body.name', rule: 'too_many', params, message: t('absences:rules.too_many', params) }]);
  }

  return {
    async listTypes({ actor, db, t }: HandlerContext<Api['listTypes']>) {
      return { data: byCategory(await listTypes(db, actor.school_id)).map((type) => toType(type, t)) };
    },

    async createType({ actor, body, t, write, record, fail }: HandlerContext<Api['createType']>) {
      refuse(typeProblems(body), t);
      const trx = await write();
      await lockTypes(trx, actor.school_id);
      checkRoom(await listTypes(trx, actor.school_id), t);
      const values = toValues(body);
      const id = await insertType(trx, actor.school_id, values);
      record({ entity: 'absence_types', id, after: toRecord(values) });
      return { data: toType((await findType(trx, actor.school_id, id)) ?? fail('forbidden'), t) };
    },

    async updateType({ actor, params, body, now, t, write, record, fail }: HandlerContext<Api['updateType']>) {
      const { school_id } = actor;
      const trx = await write();
      await lockTypes(trx, school_id);
      const before = (await findType(trx, school_id, params.typeId)) ?? fail('not_found');
      refuse(typeProblems(body), t);
      const values = toValues(body);
      const isMissing = before.id === STANDARD_TYPE;
      const isKept =
        values.state === 'UNEXCUSED' && values.audience.join() === 'staff' && values.category === before.category;
      if (isMissing && (body.is_archived || !isKept)) return fail('absence_type_needed');
      if (!body.is_archived && before.archived_at !== null) checkRoom(await listTypes(trx, school_id), t);
      // A standard type whose name nobody changed stays in the language of the reader.
      const isStandard = STANDARD_TYPES.some(({ key }) => key === before.id);
      const isNameKept = isStandard && before.name === null && values.name === typeNameOf(before.id, null, t);
      const shown = toType(before, t).meta.description;
      const after: TypeValues = {
        ...values,
        name: isNameKept ? null : values.name,
        description: values.description === shown ? before.description : values.description,
        archived_at: body.is_archived ? (before.archived_at ?? now.toISOString()) : null,
      };
      await updateType(trx, school_id, before.id, after);
      record({ entity: 'absence_types', id: before.id, before: toRecord(before), after: toRecord(after) });
      return { data: toType((await findType(trx, school_id, before.id)) ?? fail('not_found'), t) };
    },

    async getSettings({ actor, db }: HandlerContext<Api['getSettings']>) {
      return { data: await readSettings(db, actor.school_id) };
    },

    async updateSettings({ actor, body, write, record }: HandlerContext<Api['updateSettings']>) {
      const trx = await write();
      const before = await readSettings(trx, actor.school_id);
      await saveSettings(trx, actor.school_id, body);
      record({ entity: 'absence_settings', id: actor.school_id, before: { ...before }, after: { ...body } });
      return { data: await readSettings(trx, actor.school_id) };
    },
  };
}
