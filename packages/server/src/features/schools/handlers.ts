import {
  hasProductQuestion,
  offersFor,
  PRODUCT_QUESTION,
  type PublicAccess,
  type SecondStepRule,
  schoolsApi,
} from '@kreide/core/features/schools';
import { type PartnerOffer, type Role, SCHOOL_PERMISSIONS, type SchoolPermission } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { implement } from '../../kernel/http/implement.ts';
import { toSchool } from './face.ts';
import {
  findSchoolBySlink,
  findSchools,
  getSchool,
  lockSchool,
  type SchoolRow,
  setSchoolProperties,
  updatePermissions,
  updatePublicAccess,
  updateSecondStepRule,
} from './queries.ts';
import type { KnownBeside } from './record.ts';
import { recordHandlers } from './record-handlers.ts';

function toPublicAccess(row: SchoolRow, appUrl: string) {
  return {
    monitor: row.public_monitor,
    timetable: row.public_timetable,
    news: row.public_news,
    teacher_names: row.public_teacher_names as PublicAccess['teacher_names'],
    absent_teachers: row.public_absent_teachers,
    replaced_teachers: row.public_replaced_teachers,
    teacher_plans: row.public_teacher_plans,
    notes: row.public_notes,
    screen_origins: row.screen_origins,
    webuntis: row.webuntis_open,
    url: appUrl,
  };
}

/** The permissions of a school as a whole, as far as this version knows them. */
export const schoolPermissionsOf = ({ permissions }: Pick<SchoolRow, 'permissions'>): SchoolPermission[] =>
  SCHOOL_PERMISSIONS.filter((permission) => permissions.includes(permission));

function toSecondStepRule(row: SchoolRow): SecondStepRule {
  return { roles: row.second_step_roles as Role[], from: row.second_step_from };
}

/** The offers of partners that somebody of the school sees. */
export function offersOf(
  { offers, brandOf }: Pick<FeatureParts, 'offers' | 'brandOf'>,
  row: SchoolRow,
  type: string,
): PartnerOffer[] {
  const school = { locale: toSchool(row).locale, purpose: row.purpose, permissions: schoolPermissionsOf(row) };
  return offersFor(offers, { type, branding: brandOf(row.app_branding), school });
}

export interface SchoolsParts extends Pick<FeatureParts, 'offers' | 'brandOf'> {
  appUrl: () => string;
  /** Called after a school's settings changed, so that cached public answers are dropped. */
  changed: (schoolId: number) => void;
  /** Refuses a school that there is not, and slows down who asks for many. */
  refuseUnknown: (db: Kysely<DB>, address: string, now: Date) => Promise<never>;
  beside: KnownBeside;
}

export function schoolsHandlers({ appUrl, changed, refuseUnknown, beside, ...parts }: SchoolsParts) {
  return implement(schoolsApi, {
    ...recordHandlers({ beside, changed }),

    async find({ query, db }) {
      return { data: await findSchools(db, query.keyword) };
    },

    async get({ params, request, db, now }) {
      const school = await findSchoolBySlink(db, params.slink);
      return school ? { data: toSchool(school) } : refuseUnknown(db, request.network, now);
    },

    async getPublicAccess({ params, actor, db, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: toPublicAccess(await getSchool(db, actor.school_id), appUrl()) };
    },

    async getSecondStepRule({ params, actor, db, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: toSecondStepRule(await getSchool(db, actor.school_id)) };
    },

    async updateSecondStepRule({ params, actor, body, write, record, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const db = await write();
      const before = toSecondStepRule(await getSchool(db, actor.school_id));
      await updateSecondStepRule(db, actor.school_id, body);
      const after = toSecondStepRule(await getSchool(db, actor.school_id));
      record({ entity: 'schools', id: actor.school_id, before, after });
      return { data: after };
    },

    async updatePublicAccess({ params, actor, body, write, record, afterCommit, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const db = await write();
      await lockSchool(db, actor.school_id);
      const { url: _, ...before } = toPublicAccess(await getSchool(db, actor.school_id), appUrl());
      const { known_origins: known, ...access } = body;
      const isSame = (origins: readonly string[]) => before.screen_origins.join() === origins.join();
      if (known && !isSame(known) && !isSame(access.screen_origins)) return fail('conflict');
      await updatePublicAccess(db, actor.school_id, access);
      record({ entity: 'schools', id: actor.school_id, before, after: access });
      afterCommit(() => changed(actor.school_id));
      return { data: toPublicAccess(await getSchool(db, actor.school_id), appUrl()) };
    },

    async getProductQuestion({ params, actor, db, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: { is_asked: hasProductQuestion((await getSchool(db, actor.school_id)).properties) } };
    },

    async updateProductQuestion({ params, actor, body, write, record, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const db = await write();
      const before = { is_asked: hasProductQuestion((await getSchool(db, actor.school_id)).properties) };
      await setSchoolProperties(db, actor.school_id, { [PRODUCT_QUESTION]: body.is_asked });
      record({ entity: 'schools', id: actor.school_id, before, after: body });
      return { data: body };
    },

    async listOffers({ actor, db }) {
      const offers = offersOf(parts, await getSchool(db, actor.school_id), actor.type);
      return {
        data: offers.map(({ uuid, title, subtitle, company_name, pitch, icon, color }) => ({
          uuid,
          title,
          subtitle,
          company_name,
          pitch,
          icon,
          color,
        })),
      };
    },

    async getOffer({ params, actor, db, fail }) {
      const offers = offersOf(parts, await getSchool(db, actor.school_id), actor.type);
      const offer = offers.find(({ uuid }) => uuid === params.offer);
      return offer ? { data: offer } : fail('not_found');
    },

    async getPermissions({ params, actor, db, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: { permissions: schoolPermissionsOf(await getSchool(db, actor.school_id)) } };
    },

    async updatePermissions({ params, actor, body, write, record, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const db = await write();
      const before = schoolPermissionsOf(await getSchool(db, actor.school_id));
      const permissions = SCHOOL_PERMISSIONS.filter((permission) => body.permissions.includes(permission));
      await updatePermissions(db, actor.school_id, permissions);
      record({ entity: 'schools', id: actor.school_id, before: { permissions: before }, after: { permissions } });
      return { data: { permissions } };
    },
  });
}
