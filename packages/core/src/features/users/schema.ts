import * as z from 'zod/mini';
import { PERMISSIONS, ROLES, SCHOOL_PERMISSIONS, SCHOOL_PURPOSES, USER_TYPES } from '../../kernel/abilities.ts';
import * as f from '../../kernel/fields.ts';
import { LANGUAGES } from '../../kernel/product.ts';
import { product } from '../../kernel/products.ts';
import { NEWS_CHANNEL_TYPES, SCHOOL_LEVELS, SCHOOL_STATES } from '../schools/index.ts';
import { schoolYear } from '../structure/index.ts';
import { SEXES } from './details.ts';
import { namedRole } from './named-role.ts';
import { SURVEY_TYPES, userProperties } from './properties.ts';

/** Which way the second step of a sign-in goes first; 'email' unless somebody chose another (P-3.05). */
export const TFA_MODES = ['email', 'totp', 'passkey'] as const;
export type TfaMode = (typeof TFA_MODES)[number];

/** A child of a parent or a parent of a child: enough to switch between timetables (T-3.74). */
export const child = z.object({
  id: f.id,
  uuid: f.uuid,
  firstname: z.string(),
  lastname: z.string(),
  displayname: z.string(),
  grade_id: z.nullable(f.id),
  /** Is there a plan to show? */
  has_timetable: z.boolean(),
  /** Was ever put into a grade: a child without one has its registration ahead (P-2.08). */
  is_registered: z.boolean(),
});
export type Child = z.output<typeof child>;

/** A school year with its class book (T-3.73). */
export const selfSchoolYear = z.extend(schoolYear, {
  /** There is exactly one class book for a school year, and it has the id of its year. */
  classbook: z.object({ id: f.id }),
});

/** The school years of a school, oldest first, and the current one (P-3.18). */
export const schoolTimetable = z.object({
  schoolyears: z.array(selfSchoolYear),
  active_schoolyear_id: z.nullable(f.id),
});

/** The grade that a user is in today; null for none (T-7.33). */
export const userGrade = z.object({ id: f.id, grade_id: z.nullable(f.id) });

/** The signed-in user (P-3.01, as far as it is used). */
export const self = z.object({
  id: f.id,
  uuid: f.uuid,
  username: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  displayname: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  sex: z.nullable(z.enum(SEXES)),
  /** Has consented to being counted in statistics (P-7.58). */
  is_trackable: z.boolean(),
  /** Is it counted what this person uses: they have consented, and the installation has a service for it (P-7.106)? */
  is_tracked: z.boolean(),
  /** When the account ends, if that has been set (C-2.134). */
  expire_at: z.nullable(f.instant),
  /** Has left the school and may only read until then. */
  reads_only: z.boolean(),
  type: z.enum(USER_TYPES),
  primary_role: z.object({
    name: z.enum(ROLES),
    translated_description: z.string(),
  }),
  /** All roles of the person, that of the kind of account among them, by their names (P-3.02). */
  roles: z.array(namedRole),
  permissions: z.array(z.enum(PERMISSIONS)),
  is_admin: z.boolean(),
  locale: z.nullable(z.enum(LANGUAGES)),
  grade_id: z.nullable(f.id),
  /** The teacher record of a teacher's account. */
  teacher_id: z.nullable(f.id),
  shortcut: z.nullable(z.string()),
  school_id: f.id,
  school: z.object({
    id: f.id,
    uuid: f.uuid,
    name: z.string(),
    slink: f.slink,
    app_branding: z.nullable(z.string()),
    color: z.nullable(f.colour),
    locale: z.enum(LANGUAGES),
    time_zone: z.string(),
    is_beta: z.boolean(),
    /** Whoever administers a school that is being set up is led there first (P-4.16). */
    state: z.enum(SCHOOL_STATES),
    /** When everything of the school is removed; null: nobody has ordered that. */
    ends_at: z.nullable(f.instant),
    /** Of the kind that it has named; null: none. A kindergarten and a company are no schools (P-3.16). */
    level: z.nullable(z.enum(SCHOOL_LEVELS)),
    /** Set apart by the operator: `internal` and `management` schools offer going between them (P-6.23). */
    purpose: z.enum(SCHOOL_PURPOSES),
    /** What the school as a whole may do (P-6.08). */
    permissions: z.array(z.enum(SCHOOL_PERMISSIONS)),
    timetable: schoolTimetable,
    properties: z.object({
      /** Which menu the school has, as it is stored (P-3.26). */
      menu_type: z.nullable(z.string()),
      /** The school uses channels (P-3.25). */
      channels: z.boolean(),
      /** People react to messages. */
      reactions: z.boolean(),
      /** People may ask for the deletion of their account (P-3.27). */
      'users.deletion_request.enabled': z.boolean(),
      /** Readers may report news and block their authors (P-3.29). */
      basic_admin_content_moderation: z.boolean(),
    }),
    meta: z.object({
      /** Keys of the entries of the bottom bar, in order; null: the usual ones (P-3.23, C-2.86). */
      footer_menu: z.nullable(z.array(z.string())),
      /** To which kinds of receivers news can be sent (P-3.24). */
      news_channel_types: z.array(z.enum(NEWS_CHANNEL_TYPES)),
    }),
  }),
  /** The entries of the app switcher; none: there is no switcher (C-2.62 to C-2.65). */
  products: z.array(product),
  /** There is a cloud into which this person may bring files (C-2.92). */
  can_upload: z.boolean(),
  /** The school wants something accepted that this person has not accepted yet (T-7.112). */
  has_due_policy: z.boolean(),
  /** Partners of the operator offer something to this person (P-7.99). */
  has_partner_offers: z.boolean(),
  childs: z.array(child),
  has_timetable: z.boolean(),
  properties: userProperties,
  /** The question about the product that this person is to be asked now; null: none (T-3.72). */
  asked_survey: z.nullable(z.enum(SURVEY_TYPES)),
  /** Which way the second step of a sign-in goes, once it is on (P-3.05). */
  tfa_mode: z.enum(TFA_MODES),
  is_tfa_enabled: z.boolean(),
  /** What the school wants of the sign-in; null: nothing that there is not already. */
  second_step: z.nullable(
    z.object({
      /** True: nothing else can be done. */
      is_due: z.boolean(),
      /** The first day on which it is required; null: at once. */
      from: z.nullable(f.date),
    }),
  ),
});
export type Self = z.output<typeof self>;
