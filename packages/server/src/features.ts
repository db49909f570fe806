import type { Kysely } from 'kysely';
import { makeSchool } from './commands/make-school.ts';
import { absencesFeature } from './features/absences/index.ts';
import { activationLettersFeature } from './features/activation-letters/index.ts';
import { auditFeature } from './features/audit/index.ts';
import { type AuthFeature, authFeature, refuseUnknown } from './features/auth/index.ts';
import { authDriversFeature, createLeaving, nameOfDriver, refusesPassword } from './features/auth-drivers/index.ts';
import { authenticatorFeature } from './features/authenticator/index.ts';
import { calendarFeature } from './features/calendar/index.ts';
import { channelsFeature, isChatReader } from './features/channels/index.ts';
import { choicesFeature } from './features/choices/index.ts';
import { classbookFeature, countOpenRolls } from './features/classbook/index.ts';
import {
  cloudFeature,
  countSent,
  isCloudReader,
  keepShare,
  resizeEntries,
  uploadsAnywhere,
} from './features/cloud/index.ts';
import { conferencesFeature } from './features/conferences/index.ts';
import { contentMoveFeature } from './features/content-move/index.ts';
import { coursesFeature } from './features/courses/index.ts';
import { dataSyncFeature } from './features/data-sync/index.ts';
import { deskFeature, moveDecisions } from './features/desk/index.ts';
import { doublesFeature } from './features/doubles/index.ts';
import { examsFeature } from './features/exams/index.ts';
import { filesFeature } from './features/files/index.ts';
import { helpFeature } from './features/help/index.ts';
import { identityProviderFeature } from './features/identity-provider/index.ts';
import { linksFeature } from './features/links/index.ts';
import { hasDuePolicy, managementFeature } from './features/management/index.ts';
import { countScreens, countSilentScreens, monitorFeature } from './features/monitor/index.ts';
import {
  countChannelNews,
  isNewsReader,
  isPublished,
  isReleased,
  listNewestOfChannel,
  newsFeature,
  surveysInNews,
} from './features/news/index.ts';
import { listPaused, notificationsFeature } from './features/notifications/index.ts';
import { onboardingFeature } from './features/onboarding/index.ts';
import { parentsEveningFeature } from './features/parents-evening/index.ts';
import { personalDataFeature } from './features/personal-data/index.ts';
import { plannerFeature } from './features/planner/index.ts';
import { registrationFeature } from './features/registration/index.ts';
import { salesFeature } from './features/sales/index.ts';
import { schoolsFeature } from './features/schools/index.ts';
import { scimFeature } from './features/scim/index.ts';
import { settingsFeature } from './features/settings/index.ts';
import { listYears, structureFeature } from './features/structure/index.ts';
import { type SubscriptionSource, subscriptionsFeature } from './features/subscriptions/index.ts';
import { surveysFeature } from './features/surveys/index.ts';
import { type TimetableFeature, teachesGrade, timetableFeature } from './features/timetable/index.ts';
import { type TimetableImportFeature, timetableImportFeature } from './features/timetable-import/index.ts';
import { translationsFeature } from './features/translations/index.ts';
import { usageFeature } from './features/usage/index.ts';
import { findByImportKey, findNamed, userImportFeature } from './features/user-import/index.ts';
import {
  countPeople,
  createMove,
  eraseAccount,
  isPresent,
  type MoveAccount,
  type Unlinked,
  usersFeature,
} from './features/users/index.ts';
import { webuntisFeature } from './features/webuntis/index.ts';
import { yearChangeFeature } from './features/year-change/index.ts';
import type { DB } from './kernel/data/database.generated.ts';
import type { Database } from './kernel/data/database.ts';
import { joinMerges, type Merge } from './kernel/data/merge.ts';
import type { ErasedPerson, Feature, FeatureParts } from './kernel/feature.ts';
import { eraseStoredAnswers, storedAnswersMerge } from './kernel/http/idempotency.ts';
import { eraseMails, mailData, mailMerge, removeMails } from './kernel/mail/index.ts';

type Joined = Pick<AuthFeature, 'sessions' | 'onRevoked'> &
  Pick<TimetableFeature, 'plans' | 'planChanged'> &
  Pick<TimetableImportFeature, 'uploadSessions'>;

export interface Features extends Joined {
  /** Moves the account of a person to another school. */
  readonly moveAccount: MoveAccount;
  /** Every feature, to be joined in loops. */
  readonly all: readonly Feature<SubscriptionSource>[];
}

/** Every feature with its dependencies, one line each: the server's counterpart of the contract's registry. */
export function joinFeatures(parts: FeatureParts): Features {
  const notifications = notificationsFeature(parts);
  const { planPublished, accountChanged, askForHelp, reportOfMessage, tellOfMentions, withdrawTold } = notifications;
  const leaveService = createLeaving(parts);
  const auth = authFeature({ ...parts, accountChanged, askForHelp, refusesPassword, leaveService });
  const surveys = surveysFeature({ ...parts, carriedSurveys: surveysInNews });
  const timetable = timetableFeature(parts);
  const { plans, planChanged } = timetable;
  const absences = absencesFeature({ ...parts, ...notifications, plans });
  /** What a parent was told about the child goes with the link. */
  const unlinked: Unlinked = (db, school_id, links, now) => {
    const pairs = links.map(({ parent_id: owner_id, user_id: named_id }) => ({ owner_id, named_id }));
    return withdrawTold(db, { school_id, told_of: [], pairs }, now);
  };
  const userImport = userImportFeature({
    ...parts,
    planChanged,
    unlinked,
    listDirectory: (...asked) => dataSync.listDirectory(...asked),
  });
  const dataSync = dataSyncFeature({ ...parts, ...notifications, userImport, sessions: auth.sessions });
  const timetableImport = timetableImportFeature({ ...parts, ...notifications, planChanged });
  /** Erases a person in every feature; what registers keep is a number without a name (P-6.13). */
  async function erase(db: Kysely<DB>, person: ErasedPerson, now: Date): Promise<void> {
    for (const feature of all) await feature.erase?.(db, person, now);
    await eraseMails(db, person);
    await eraseStoredAnswers(db, person);
    await eraseAccount(db, person, now);
  }
  let merges: Merge | undefined;
  const allMerges = () => {
    merges ??= joinMerges([mailMerge, storedAnswersMerge, ...all.flatMap(({ merge }) => merge ?? [])]);
    return merges;
  };
  const management = managementFeature({
    ...parts,
    ...notifications,
    planChanged,
    countOpenRolls,
    countSilentScreens,
  });
  const others: Feature<SubscriptionSource>[] = [
    absences,
    activationLettersFeature(parts),
    auditFeature(),
    authDriversFeature({
      ...parts,
      ...notifications,
      admit: auth.admit,
      proveSelf: auth.proveSelf,
      sessions: auth.sessions,
      findImported: findByImportKey,
      findNamed,
    }),
    authenticatorFeature(parts),
    calendarFeature({ ...parts, ...notifications, plans }),
    channelsFeature({
      ...parts,
      keepShare: keepShare(parts.quotas),
      surveysOf: surveys.surveysOf,
      carrySurvey: surveys.carrySurvey,
      countNews: countChannelNews,
      listNewest: listNewestOfChannel,
      listPaused,
      reportOfMessage,
      tellOfMentions,
      withdrawTold,
    }),
    choicesFeature({ ...parts, ...notifications, planChanged }),
    classbookFeature({ ...parts, plans, rollChanged: absences.rollChanged, tellOfMarks: notifications.tellOfMarks }),
    cloudFeature({ ...parts, ...notifications }),
    conferencesFeature(parts),
    contentMoveFeature(parts),
    coursesFeature({ planChanged }),
    dataSync,
    deskFeature({ ...parts, ...notifications, plans, planChanged }),
    examsFeature({ ...parts, ...notifications, plans }),
    doublesFeature({ ...parts, erase, planChanged, sessions: auth.sessions, merge: allMerges }),
    surveys,
    filesFeature({
      ...parts,
      authenticate: auth.sessions.authenticate,
      isPresent,
      resized: resizeEntries,
      owners: {
        chat_attachment: { person: isChatReader },
        cloud_file: { person: isCloudReader, sent: countSent },
        news_attachment: { person: isNewsReader, school: isPublished, everybody: isReleased },
      },
    }),
    helpFeature({ ...parts, ...notifications }),
    identityProviderFeature({ ...parts, sessions: auth.sessions }),
    linksFeature(parts),
    management,
    monitorFeature({ ...parts, plans }),
    newsFeature({ ...parts, ...notifications, surveysOf: surveys.surveysOf }),
    notifications,
    onboardingFeature({ ...parts, countScreens, visit: auth.visit, endNow: management.endNow }),
    parentsEveningFeature({ ...parts, ...notifications }),
    personalDataFeature({
      ...parts,
      erase,
      sources: () => [...all, { personalData: mailData, retain: { mails: removeMails } }],
    }),
    plannerFeature({ ...parts, plans, planChanged, planPublished, handedOn: moveDecisions }),
    registrationFeature({ ...parts, planChanged }),
    salesFeature({ ...parts, makeSchool }),
    schoolsFeature({ ...parts, planChanged, refuseUnknown, beside: { countPeople, listYears, nameOfDriver } }),
    scimFeature({ ...parts, planChanged, sessions: auth.sessions }),
    settingsFeature({ ...parts, erase }),
    structureFeature({ planChanged }),
    timetableImport,
    translationsFeature(parts),
    usageFeature(parts),
    userImport,
    usersFeature({
      ...parts,
      planChanged,
      sessions: auth.sessions,
      resetSecondFactor: auth.resetSecondFactor,
      moveSignIns: auth.moveSignIns,
      listManagedSchools: auth.listManagedSchools,
      teachesGrade,
      uploadsAnywhere,
      hasDuePolicy,
      unlinked,
      erase,
    }),
    webuntisFeature({ ...parts, plans }),
    yearChangeFeature({ ...parts, planChanged }),
  ];
  const sources = [timetable, ...others].flatMap(({ subscriptions = [] }) => subscriptions);
  const all = [auth, timetable, ...others, subscriptionsFeature({ ...parts, sources })];
  const { sessions, onRevoked } = auth;
  const moveAccount = createMove({ erase, moveSignIns: auth.moveSignIns });
  return { sessions, onRevoked, uploadSessions: timetableImport.uploadSessions, plans, planChanged, moveAccount, all };
}

/** Cached values are dropped when any process changes them; while notifications may be lost, no cache is used. */
export async function listenForChanges(database: Database, { all }: Features): Promise<AsyncDisposable> {
  const caches = all.flatMap((feature) => feature.caches ?? []);
  const ends = await Promise.all(
    caches.map(({ channel, drop }) =>
      database.listen(channel, (payload) => {
        const [id, sender] = payload.split(' ');
        drop(Number(id), sender);
      }),
    ),
  );
  const trust = (value: boolean) => {
    for (const cache of caches) cache.trust(value);
  };
  const unwatch = database.watchListener({ onLost: () => trust(false), onBack: () => trust(true) });
  return {
    async [Symbol.asyncDispose]() {
      unwatch();
      for (const end of ends) await end();
    },
  };
}
