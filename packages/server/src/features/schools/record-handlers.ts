import { Readable } from 'node:stream';
import {
  type BillingDraft,
  billingProblems,
  contactPersonProblems,
  featuresOf,
  LOGO_WIDTH,
  type RecordProblem,
  recordProblems,
  SCHOOL_TYPE_KEYS,
  SCHOOL_TYPES,
  type schoolRecordApi,
  toVatId,
} from '@kreide/core/features/schools';
import { ApiError, type Translate } from '@kreide/core/kernel';
import { toFileName, toRenditions } from '../../kernel/files/index.ts';
import { FileAnswer } from '../../kernel/http/answers.ts';
import type { ReceivedFile } from '../../kernel/http/context.ts';
import type { Handlers } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import {
  findLogo,
  readLogo,
  removeLogo,
  saveBilling,
  saveLogo,
  updateContact,
  updateRecord,
} from './queries/record.ts';
import { getSchool, lockSchool, setSchoolMeta, setSchoolProperties } from './queries.ts';
import { type KnownBeside, toBilling, toContact, toProperties, toRecord } from './record.ts';

function refuse<Field extends string>(problems: readonly RecordProblem<Field>[], t: Translate): void {
  refuseIssues(
    problems.map(({ field, rule, params }) => ({
      path: `body.${field}`,
      rule,
      params,
      message: t(`schools:rules.${rule}`, params),
    })),
  );
}

const trimmed = <Draft extends object>(draft: Draft): Draft =>
  Object.fromEntries(
    Object.entries(draft).map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value]),
  ) as Draft;

/** A picture of pixels as it is kept; an SVG, which may carry scripts, and everything else is refused. */
async function toLogo(received: ReceivedFile | undefined, t: Translate) {
  const name = toFileName(received?.name ?? '');
  const say = (rule: 'fileEmpty' | 'fileKind' | 'pictureDamaged') =>
    new ApiError({ code: 'invalid', issues: [{ path: 'files', rule, message: t(`files:rules.${rule}`, { name }) }] });
  if (!received || received.size === 0) throw say('fileEmpty');
  const [logo] = await toRenditions(received.path, [LOGO_WIDTH]).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'too_large') throw error;
    throw say(error instanceof ApiError && error.code === 'unsupported_media' ? 'fileKind' : 'pictureDamaged');
  });
  if (!logo) throw say('pictureDamaged');
  return logo;
}

/** The school as a record: each call is about the caller's own school, whatever id is asked for. */
export function recordHandlers({ beside, changed }: { beside: KnownBeside; changed: (schoolId: number) => void }) {
  return {
    async listTypes({ t }) {
      return {
        data: SCHOOL_TYPE_KEYS.map((key) => ({ key, name: t(`schools:types.${key}`), level: SCHOOL_TYPES[key] })),
      };
    },

    async getRecord({ params, query, actor, db, t, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const row = await getSchool(db, actor.school_id);
      return { data: await toRecord(db, row, t, query.extended ? beside : null) };
    },

    async updateRecord({ params, body, actor, now, t, write, record, afterCommit, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const { updated_at, ...draft } = trimmed(body);
      refuse(recordProblems(draft), t);
      const db = await write();
      await lockSchool(db, actor.school_id);
      const before = await getSchool(db, actor.school_id);
      if (before.updated_at !== updated_at) return fail('conflict');
      const { name, country, type, color, ...texts } = draft;
      const values = {
        name,
        country,
        type,
        color,
        shortname: texts.shortname || null,
        street: texts.street || null,
        postal_code: texts.postal_code || null,
        city: texts.city || null,
      };
      await updateRecord(db, actor.school_id, values, now);
      const was = Object.fromEntries(Object.keys(values).map((key) => [key, before[key as keyof typeof values]]));
      record({ entity: 'schools', id: actor.school_id, before: was, after: values });
      afterCommit(() => changed(actor.school_id));
      return { data: await toRecord(db, await getSchool(db, actor.school_id), t, null) };
    },

    async getContactPerson({ params, actor, db, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: toContact(await getSchool(db, actor.school_id)) };
    },

    async updateContactPerson({ params, body, actor, t, write, record, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const contact = trimmed(body);
      refuse(contactPersonProblems(contact), t);
      const db = await write();
      await lockSchool(db, actor.school_id);
      const before = toContact(await getSchool(db, actor.school_id));
      await updateContact(db, actor.school_id, contact);
      // No address of anybody in the log.
      const toSaid = ({ name, role }: typeof contact) => ({ name, role });
      record({ entity: 'schools', id: actor.school_id, before: toSaid(before), after: toSaid(contact) });
      return { data: contact };
    },

    async getBilling({ params, actor, db, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: await toBilling(db, await getSchool(db, actor.school_id)) };
    },

    async updateBilling({ params, body, actor, now, t, write, record, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const { updated_at, ...typed } = trimmed(body);
      const draft: BillingDraft = { ...typed, vat_number: toVatId(typed.vat_number) };
      refuse(billingProblems(draft), t);
      const db = await write();
      await lockSchool(db, actor.school_id);
      const row = await getSchool(db, actor.school_id);
      const { updated_at: saved, ...before } = await toBilling(db, row);
      if (saved !== updated_at) return fail('conflict');
      await saveBilling(db, actor.school_id, draft, now);
      record({ entity: 'school_billing', id: actor.school_id, before, after: { ...draft } });
      return { data: await toBilling(db, row) };
    },

    async getProperties({ params, actor, db, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: toProperties(await getSchool(db, actor.school_id)) };
    },

    async updateProperties({ params, body, actor, write, record, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const db = await write();
      await lockSchool(db, actor.school_id);
      const before = toProperties(await getSchool(db, actor.school_id));
      const { footer_menu, news_channel_types, ...properties } = body;
      await setSchoolProperties(db, actor.school_id, properties);
      await setSchoolMeta(db, actor.school_id, { footer_menu, news_channel_types });
      const after = toProperties(await getSchool(db, actor.school_id));
      const toSaid = ({ footer_menu: menu, news_channel_types: kinds, ...rest }: typeof after) => ({
        ...rest,
        footer_menu: menu?.join(', ') ?? null,
        news_channel_types: kinds.join(', '),
      });
      record({ entity: 'schools', id: actor.school_id, before: toSaid(before), after: toSaid(after) });
      return { data: after };
    },

    async getFeatures({ params, actor, db, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: featuresOf((await getSchool(db, actor.school_id)).features) };
    },

    async uploadLogo({ params, files, actor, now, t, write, record, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const made = await toLogo(files[0], t);
      const db = await write();
      await lockSchool(db, actor.school_id);
      const before = await findLogo(db, actor.school_id);
      const logo = await saveLogo(db, actor.school_id, made, now);
      record({
        entity: 'schools',
        id: actor.school_id,
        before: { logo: before?.uuid ?? null },
        after: { logo, width: made.width, height: made.height },
      });
      return { data: { logo } };
    },

    async removeLogo({ params, actor, write, record, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const db = await write();
      const before = await findLogo(db, actor.school_id);
      if (!before) return fail('not_found');
      await removeLogo(db, actor.school_id);
      record({ entity: 'schools', id: actor.school_id, before: { logo: before.uuid }, after: { logo: null } });
      return undefined;
    },

    async getLogo({ params, actor, db, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const logo = await readLogo(db, actor.school_id);
      if (!logo) return fail('not_found');
      return new FileAnswer(Readable.from([logo.content], { objectMode: false }), {
        'content-type': 'image/webp',
        'content-length': `${logo.content.length}`,
        'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-cache',
      });
    },
  } satisfies Handlers<typeof schoolRecordApi>;
}
