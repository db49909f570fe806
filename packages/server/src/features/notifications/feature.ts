import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import type { AbsenceTeller } from '../absences/index.ts';
import type { AccountChanged, AskForHelp } from '../auth/index.ts';
import type { EventTeller, ReminderTeller } from '../calendar/index.ts';
import type { MentionTeller, MessageReporter, WithdrawTold } from '../channels/index.ts';
import type { ChoiceTeller } from '../choices/index.ts';
import type { MarkTeller } from '../classbook/index.ts';
import type { ReturnTeller, UploadTeller } from '../cloud/index.ts';
import type { AbsentTeller, PublicationTeller } from '../desk/index.ts';
import type { ExamTeller } from '../exams/index.ts';
import type { ReportTeller } from '../help/index.ts';
import type { NewsReporter, NewsTeller } from '../news/index.ts';
import type { EveningTeller, OpeningTeller } from '../parents-evening/index.ts';
import type { TellAdministrators } from '../users/index.ts';
import { absenceTeller } from './absences.ts';
import { absentTeller } from './absent-staff.ts';
import { accountTeller, helpTeller } from './account.ts';
import { eventTeller } from './calendar.ts';
import { choiceTeller } from './choices.ts';
import { createDeliverTask } from './deliver-task.ts';
import { mountDigestOff } from './digest-off.ts';
import { createDigestTasks } from './digest-task.ts';
import { eveningTeller, openingTeller } from './evenings.ts';
import { examTeller } from './exams.ts';
import { notificationsHandlers } from './handlers.ts';
import { markTeller } from './marks.ts';
import { mentionTeller } from './mentions.ts';
import { messageReporter } from './messages.ts';
import { newsReporter, newsTeller } from './news.ts';
import { createPlanTask, orderPlanNotifications, type PublishedPlan } from './plan-task.ts';
import { publicationTeller } from './publications.ts';
import { pruneDeliveries } from './queries/deliveries.ts';
import { eraseNotifications } from './queries/erase.ts';
import { notificationsMerge } from './queries/merge.ts';
import { notificationData } from './queries/personal-data.ts';
import { pruneRuns } from './queries/runs.ts';
import { reminderTeller } from './reminders.ts';
import { reportTeller } from './reports.ts';
import { returnTeller } from './returns.ts';
import { createTeller } from './tell.ts';
import { troubleTeller } from './trouble.ts';
import { uploadTeller } from './uploads.ts';
import { withdrawTold } from './withdraw.ts';

export interface NotificationsFeature extends Feature {
  /** To be called in the transaction of what happened to an account. */
  readonly accountChanged: AccountChanged;
  /** To be called in the transaction in which somebody asks for help. */
  readonly askForHelp: AskForHelp;
  /** Call it in the transaction in which a news item is published, or somebody reminds of it. */
  readonly tellOfNews: NewsTeller;
  /** Call it in the transaction that deletes something that people were told of. */
  readonly withdrawTold: WithdrawTold;
  /** Call it in the transaction that creates, changes or deletes a calendar event. */
  readonly tellOfEvents: EventTeller;
  /** Call it in the transaction that says that these reminders are told. */
  readonly tellOfReminders: ReminderTeller;
  /** Call it in the transaction in which absences are written, found by the roll, or explained. */
  readonly tellOfAbsences: AbsenceTeller;
  /** To be called in the transaction in which those who choose are to be told. */
  readonly tellOfChoices: ChoiceTeller;
  /** To be called in the transaction that enters, changes or cancels an exam. */
  readonly tellOfExams: ExamTeller;
  /** To be called in the transaction that holds, moves or cancels appointments of a parents' evening. */
  readonly tellOfEvenings: EveningTeller;
  /** To be called in the transaction that publishes a parents' evening, or says that families were told of it. */
  readonly tellOfOpenings: OpeningTeller;
  /** To be called in the transaction in which two teachers come to mark a pupil differently. */
  readonly tellOfMarks: MarkTeller;
  /** Call it in the transaction that gives something back to a pupil. */
  readonly tellOfReturns: ReturnTeller;
  /** To be called in the transaction in which files come into a cloud, where who brings them wants it. */
  readonly tellOfUploads: UploadTeller;
  /** To be called in the transaction that answers what somebody said about a plan. */
  readonly tellOfReports: ReportTeller;
  /** To be called in the transaction in which a teacher says that they are not there. */
  readonly tellOfAbsent: AbsentTeller;
  /** To be called in the transaction in which something at the desk was not published at its time. */
  readonly tellOfPublication: PublicationTeller;
  /** To be called in the transaction in which somebody reports a news item. */
  readonly reportOfNews: NewsReporter;
  /** To be called in the transaction in which a message is written that mentions people. */
  readonly tellOfMentions: MentionTeller;
  /** To be called in the transaction in which something happens that an administrator has to see to. */
  readonly tellAdministrators: TellAdministrators;
  /** To be called in the transaction in which somebody reports a message. */
  readonly reportOfMessage: MessageReporter;
  /** To be called in the transaction of a publication, after it, and before its undo. */
  readonly planPublished: (db: Kysely<DB>, plan: PublishedPlan, now: Date) => Promise<void>;
}

type Needed = 'database' | 'clock' | 'texts' | 'appUrl' | 'outbound' | 'log' | 'secret' | 'mail' | 'brandOf';

export function notificationsFeature(parts: Pick<FeatureParts, Needed>): NotificationsFeature {
  const deliver = createDeliverTask(parts);
  const tell = createTeller(deliver);
  const plan = createPlanTask({ ...parts, tell });
  const digests = parts.mail && createDigestTasks(parts, parts.mail);
  return {
    implemented: notificationsHandlers({ ...parts, deliver, tell }),
    tasks: [plan, deliver, ...(digests?.tasks ?? [])],
    schedule: digests?.schedule ?? [],
    erase: async (db, person, now) => {
      const { school_id, user_id: named_id } = person;
      await withdrawTold(db, { school_id, told_of: [], named_id }, now);
      await eraseNotifications(db, person);
    },
    merge: notificationsMerge,
    personalData: notificationData,
    routes: (app) => mountDigestOff(app, parts),
    prune: {
      notification_runs: (now) => pruneRuns(parts.database.kysely, now),
      push_deliveries: (now) => pruneDeliveries(parts.database.kysely, now),
    },
    accountChanged: accountTeller({ ...parts, tell }),
    askForHelp: helpTeller({ ...parts, tell }),
    tellAdministrators: troubleTeller({ ...parts, tell }),
    tellOfNews: newsTeller({ ...parts, tell }),
    withdrawTold,
    tellOfEvents: eventTeller({ ...parts, tell }),
    tellOfReminders: reminderTeller({ ...parts, tell }),
    tellOfAbsences: absenceTeller({ ...parts, tell }),
    tellOfChoices: choiceTeller({ ...parts, tell }),
    tellOfExams: examTeller({ ...parts, tell }),
    tellOfEvenings: eveningTeller({ ...parts, tell }),
    tellOfOpenings: openingTeller({ ...parts, tell }),
    tellOfMarks: markTeller({ ...parts, tell }),
    tellOfReturns: returnTeller({ ...parts, tell }),
    tellOfUploads: uploadTeller(deliver),
    tellOfReports: reportTeller({ ...parts, tell }),
    tellOfAbsent: absentTeller({ ...parts, tell }),
    tellOfPublication: publicationTeller({ ...parts, tell }),
    reportOfNews: newsReporter({ ...parts, tell }),
    tellOfMentions: mentionTeller({ ...parts, tell }),
    reportOfMessage: messageReporter({ ...parts, tell }),
    planPublished: (db, published, now) => orderPlanNotifications(db, plan, published, now),
  };
}
