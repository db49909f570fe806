import { addDays } from '@kreide/core/kernel';
import type { Feature } from '../../kernel/feature.ts';
import { deskHandlers } from './handlers.ts';
import { createLaterTask, type LaterParts } from './later-task.ts';
import { pruneAbsences } from './queries/absences.ts';
import { deskMerge } from './queries/merge.ts';
import { deskData, eraseDesk } from './queries/personal-data.ts';
import { prunePublications } from './queries/publications.ts';
import type { ReportParts } from './reports.ts';

/** Days for which it is kept who of the staff was absent: the plan of a school year may be looked at once more. */
const ABSENCES_KEPT_DAYS = 366;

/** What was set for a time is over with its day. */
const PUBLICATIONS_KEPT_MS = 31 * 24 * 60 * 60 * 1000;

export function deskFeature(parts: LaterParts & ReportParts): Feature {
  const { kysely } = parts.database;
  const later = createLaterTask(parts);
  return {
    implemented: deskHandlers(parts, later),
    tasks: [later],
    erase: eraseDesk,
    merge: deskMerge,
    personalData: deskData,
    prune: {
      desk_absences: (now) => pruneAbsences(kysely, addDays(now.toISOString().slice(0, 10), -ABSENCES_KEPT_DAYS)),
      desk_publications: (now) => prunePublications(kysely, new Date(now.getTime() - PUBLICATIONS_KEPT_MS)),
    },
  };
}
