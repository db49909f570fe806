import { Client } from 'pg';
import { listUnboundTables } from './bound-tables.ts';
import { readSchoolTables } from './school-tables.ts';

/** How a server's connections are named (`openDatabase`); those of tests look into every table as they like. */
const JUDGED = 'kreide';

/** Tables whose rows name their receivers themselves. */
export const UNJUDGED: Readonly<Record<string, string>> = { outbox: 'each event carries its audience' };

/** Statements that are about all schools, or about rows that were taken from one. */
const ALLOWED: readonly { what: string; statement: RegExp }[] = [
  { what: 'an operator verifies the log of every school', statement: /^with links as \(|from audit_heads order by/ },
  {
    what: 'how many mails wait, for the figures of the server',
    statement: /^select count\(\*\)::int as count from mails /,
  },
  {
    what: 'what is over goes every night',
    statement:
      /^delete from "(applications|auth_driver_requests|auth_driver_told|calendar_due_reminders|calendar_imports|checked_childs|child_requests|cloud_dav_locks|cloud_locks|data_sync_readings|data_sync_runs|day_messages|desk_absences|desk_publications|devices|email_changes|idempotency_keys|identity_artifacts|identity_grants|identity_keys|leads|message_reports|notification_runs|password_resets|planner_versions|push_deliveries|referrals|school_links|second_steps|sessions)" where "(\w+_)?at" < \$1$/,
  },
  {
    what: 'proposals of whom a service may mean go every night, those that were refused counted from then',
    statement:
      /^delete from "auth_driver_proposals" where "created_at" < \$1 and \("refused_at" is null or "refused_at" < \$2\)$/,
  },
  {
    what: 'schools that do not want the product are emptied when their time is over, and not brought back',
    statement:
      /^update "leads" set ("(contact_name|email|phone|expires_at|name|street|postal_code|city|type|brand|slink|removed_at|updated_at)" = \$\d+(, )?){13} where "expires_at" < \$14 and "state" = \$15$/,
  },
  {
    what: 'of which stored files has nobody looked for the place where they were taken?',
    statement:
      /^select "school_id", "id", "uuid" from "files" where "is_clean" = \$1 and "id" > \$2 order by "id" limit \$3$/,
  },
  {
    what: 'files that nobody kept, or that were removed, go every night',
    statement:
      /^select "school_id", "id", "uuid" from "files" where \(\("is_kept" = \$1 and "created_at" < \$2\) or "deleted_at" < \$3\) limit \$4$|^delete from "files" where "uuid" in \([$\d, ]+\)$/,
  },
  {
    what: 'whose folder is it that a signed address names, and what was deleted from clouds or replaced there long ago?',
    statement:
      /^select "school_id", "channel_id", "id", "name" from "cloud_files" where "uuid" = \$1 and "file_id" is null and "deleted_at" is null$|^select "school_id", "id" from "cloud_files" where "deleted_at" < \$1 limit \$2$|^select "school_id", "id", "file_id", "thumbnail_id" from "cloud_versions" where "replaced_at" < \$1 limit \$2$/,
  },
  {
    what: 'in which schools is a digest due?',
    statement:
      /^select distinct "school_id" from "notification_settings" where "digest" != \$1 and "digest_next_at" <= \$2$/,
  },
  {
    what: 'of which school is the token of a service that brings people?',
    statement:
      /^select "school_id", "id", "name", "ends_on", "last_used_at" from "scim_clients" where "token_hash" = \$1$/,
  },
  {
    what: 'of which school is the sign-in that a program has begun in this browser?',
    statement: /^select "school_id" from "identity_artifacts" where "key" = \$1 and "kind" = \$2$/,
  },
  {
    what: 'whose last day has come, wherever they are signed in elsewhere?',
    statement: /^select kreide_end_sign_ins\(ended\.school_id, ended\.user_id, null\) from /,
  },
  {
    what: 'in which schools are accounts brought in line with the directory, or people read, tonight?',
    statement:
      /^select "school_id" from "data_sync_nights" where \("is_on" = \$1 or "reads_people" = \$2\) and "due_at" <= \$3$/,
  },
  {
    what: 'which schools sign in at a service whose certificate may end soon?',
    statement: /^select "school_id" from "auth_drivers" where "method" = \$1 and "is_on" = \$2 order by "school_id"$/,
  },
  {
    what: 'changes of many people go when they cannot be taken back any more',
    statement: /^delete from "people_changes" where "created_at" < \$1$/,
  },
  {
    what: 'parents’ evenings of the school year before go, with their appointments',
    statement: /^delete from "parents_evenings" where "date" < \$1 returning "school_id", "id"$/,
  },
  {
    what: 'in which schools is a deletion to be carried out?',
    statement: /^select distinct "school_id" from "deletion_requests" where "ends_at" <= \$1$/,
  },
  {
    what: 'which schools’ WebUntis is to be looked at now?',
    statement: /^select "school_id" from "webuntis_connections" where "due_at" <= \$1$/,
  },
  {
    what: 'which files that come in parts have expired, and of which of their contents is there none?',
    statement:
      /^select "school_id", "uuid" from "file_uploads" where "expires_at" <= \$1 limit \$2$|^select "uuid" from "file_uploads" where "uuid" = any\(\$1::uuid\[\]\)$/,
  },
  {
    what: 'in which schools does a conference run?',
    statement: /^select distinct "school_id" from "conferences" where "ended_at" is null$/,
  },
  {
    what: 'lessons of versions that were removed go with them, each with the school of its version',
    statement:
      /^delete from planner_lessons l using planner_versions v\s+where v\.deleted_at < \$1 and l\.school_id = v\.school_id and l\.planner_version_id = v\.id$/,
  },
  {
    what: 'conferences that ended long ago are forgotten',
    statement:
      /^delete from "conferences" where "ended_at" < \$1$|^delete from conference_(feedback|participants) as old using conferences\s/,
  },
  {
    what: 'which imports of people, and which uploads of plans, are being read or saved, to let those go on that stand still?',
    statement:
      /^select "school_id", "id" from "(user_imports|timetable_uploads)" where ("state" in \(\$1(, \$2)?\)|"trial_progress" < \$1)$/,
  },
  {
    what: 'which surveys are over, to end them?',
    statement: /^select "school_id", "id" from "surveys" where "expires_at" <= \$1 and "ended_at" is null /,
  },
  {
    what: 'which surveys were never sent?',
    statement: /^select "school_id", "id" from "surveys" where "created_at" < \$1 and not exists /,
  },
  {
    what: 'which moves of content have not come to their end, and of which can nothing be taken back any more?',
    statement:
      /^select "school_id", "id" from "content_moves" where "state" in \(\$1, \$2\) order by "id"$|^update "content_moves" set "old_places" = '\[\]'::jsonb, "new_places" = '\[\]'::jsonb where "undo_until" < \$1 /,
  },
  {
    what: 'at which schools is the time of those over who left with their year?',
    statement: /^select "school_id", "id" from "year_changes" where "state" = \$1 and "archived_on" <= \$2 /,
  },
  {
    what: 'at which schools can a change of the year not be taken back any more?',
    statement:
      /^select "school_id", "id" from "year_changes" where "forgotten_at" is null and \("state" = \$1 or "revert_until" <= \$2\)$/,
  },
  {
    what: 'whose is the link of a mail that confirms news?',
    statement:
      /^select "school_id", "news_id", "user_id" from "news_mails" where "token_hash" = \$1 and "expires_at" > \$2$/,
  },
  {
    what: 'codes of letters that are over lose their content',
    statement:
      /^update "activation_keys" set "sealed_code" = \$1 where "sealed_code" is not null and "expires_at" < \$2$/,
  },
  {
    what: 'plans of people that nobody saved lose their content',
    statement:
      /^update "user_imports" set "state" = \$1, "records" = \$2 where "state" in \(\$3, \$4\) and "created_at" < \$5$/,
  },
  {
    what: 'uploads that nobody published lose their content',
    statement:
      /^update "timetable_uploads" set "state" = \$1, "parsed" = \$2 where "state" = \$3 and "created_at" < \$4$/,
  },
  {
    what: 'files of uploads that nobody reads again go',
    statement:
      /^update "timetable_uploads" set "has_files" = \$1, "asks" = \$2, "asked" = \$3 where "has_files" = \$4 and "created_at" < \$5 returning "files"$/,
  },
  {
    what: 'which files of class books are over, to remove their contents?',
    statement: /^select "school_id", "id", "file_uuid" from "classbook_exports" where "expires_at" < \$1$/,
  },
  {
    what: 'which booklets of plans are over, to remove their contents?',
    statement: /^select "school_id", "id", "file_uuid" from "planner_booklets" where "expires_at" < \$1$/,
  },
  {
    what: 'which letters of many people can no longer be printed?',
    statement: /^select "school_id", "id", "uuid" from "letter_runs" where "expires_at" < \$1$/,
  },
  {
    what: 'which archives are over, to remove their contents?',
    statement: /^select "school_id", "id", "file_uuid" from "personal_archives" where "expires_at" < \$1$/,
  },
  {
    what: 'was a device given its token here, whoever uses it?',
    statement: /^select "kind" from "known_senders" where "kind" = \$1 and "key_hash" = \$2 limit \$3$/,
  },
  {
    what: 'series of events follow the holidays of their schools',
    statement: /^with judged as \(\s+select event\.school_id, event\.id, event\.is_left_out/,
  },
  {
    what: 'at which schools does somebody want to be reminded of events?',
    statement: /^select "school_id" from "calendar_reminder_runs" order by "school_id"$/,
  },
  {
    what: 'what people chose for events that are over or gone goes every night',
    statement: /^delete from calendar_reminders chosen using calendar_events event\s/,
  },
  {
    what: 'calendar addresses end whose owner may not read the plan any more',
    statement: /^delete from "subscriptions" as "kept" where not exists/,
  },
  {
    what: 'undo puts rows back as they were kept',
    statement: /^insert into "\w+" overriding system value\s+select \*/,
  },
  {
    what: 'the accounts of one person, at whatever schools, from one of them',
    statement: /from "joined_accounts" as "own" inner join "joined_accounts" as "member" on "member"."identity" = /,
  },
  {
    what: 'two accounts, and all that were joined with either, become those of one person',
    statement: /^update "joined_accounts" set "identity" = \$1 where "identity" = \$2$/,
  },
  {
    what: 'an account that was joined with one that left goes on alone',
    statement: /^delete from joined_accounts one where identity = any\(\$1/,
  },
  {
    what: 'who signs in, by the short link of their school and a name',
    statement: /^with "found" as \(select "account"\.\*, .* from \(select \* from "schools" where "slink" = \$\d+ and /,
  },
  {
    what: 'tasks for lessons that were a year ago are forgotten',
    statement: /^delete from "lesson_tasks" where "lesson_date" < \$1$/,
  },
  {
    what: 'what was written to those who run the product a year ago is forgotten',
    statement: /^delete from "feedback" where "created_at" < \$1$/,
  },
  {
    what: 'to which schools is the product recommended? Neither by whom nor where',
    statement:
      /^select "referrals"."id", "referrals"."name", "referrals"."city", "referrals"."country" from "referrals" inner join \(.* from "schools"\) as "school" on "school"."id" = "referrals"."school_id" where "referrals"."id" > \$\d+ and "school"."purpose" != \$\d+ order by "referrals"."id" limit \$\d+$/,
  },
  {
    what: 'parents’ evenings of all schools that families can book now and were not told of',
    statement: /^update parents_evenings e set told_at = \$1::timestamptz from /,
  },
  {
    what: 'parents’ evenings of all schools whose wishes are in and of which those who allocate were not told',
    statement: /^update parents_evenings e set asked_at = \$1::timestamptz from /,
  },
  {
    what: 'choices of all schools of which those who have not chosen are to be reminded now',
    statement: /^update choices c set reminded_at = \$1::timestamptz from /,
  },
  {
    what: 'devices and addresses that were not used for long are forgotten',
    statement: /^delete from "known_senders" where "kind" = \$1 and "last_at" < \$2$/,
  },
];

const tables = new Set([...readSchoolTables()].filter((table) => !Object.hasOwn(UNJUDGED, table)));
/** Why each statement that was seen may not pass; null when it may. */
type Verdicts = Map<string, string | null>;

type Query = (this: { connectionParameters: { application_name?: string } }, ...parts: unknown[]) => unknown;
/** The wall keeps what it has seen with itself: this module may be loaded again by the next test file. */
const prototype = Client.prototype as unknown as { query: Query & { verdicts?: Verdicts } };

/** Why a statement may not reach the database; null when it may. */
function judge(statement: string, verdicts: Verdicts): string | null {
  const known = verdicts.get(statement);
  if (known !== undefined) return known;
  const isAllowed = ALLOWED.some((one) => one.statement.test(statement.trim()));
  const unbound = isAllowed ? [] : listUnboundTables(statement, tables);
  const verdict = unbound.length === 0 ? null : `names no school for ${unbound.join(', ')}: ${statement}`;
  verdicts.set(statement, verdict);
  return verdict;
}

/** Every statement that servers of this process have sent so far. */
export function seenStatements(): string[] {
  return [...(prototype.query.verdicts?.keys() ?? [])];
}

/** The tables of a statement that are not bound to a school, as the wall judges them. */
export function unboundIn(statement: string): string[] {
  return listUnboundTables(statement, tables);
}

/**
 * From now on a statement of a server in this process that reads or changes rows without saying of which school is
 * refused instead of sent.
 */
export function raiseWall(): void {
  const send = prototype.query;
  if (send.verdicts) return;
  const verdicts: Verdicts = new Map();
  const query: typeof send = function (...parts) {
    const [first] = parts;
    const text = typeof first === 'string' ? first : (first as { text?: unknown } | null)?.text;
    const isJudged = this.connectionParameters.application_name === JUDGED && typeof text === 'string';
    const reason = isJudged ? judge(text, verdicts) : null;
    if (reason === null) return send.apply(this, parts);
    const failure = new Error(`A statement ${reason}`);
    const answer = parts.at(-1);
    if (typeof answer !== 'function') return Promise.reject(failure);
    process.nextTick(() => answer(failure));
    return undefined;
  };
  query.verdicts = verdicts;
  prototype.query = query;
}
