import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import type { SurveyCarrier, SurveysOf } from '../channels/index.ts';
import { endOverdue, endSurvey, surveyTasks } from './ending.ts';
import { surveysHandlers } from './handlers.ts';
import { loadSurveys } from './loading.ts';
import { eraseVoter } from './queries/anonymity.ts';
import { lockSurvey } from './queries/change.ts';
import { surveysMerge } from './queries/merge.ts';
import { surveyData } from './queries/personal-data.ts';
import { type CarriedSurveys, pruneUnsent } from './queries/unsent.ts';
import { surveyCarrier } from './sending.ts';

export interface SurveysFeature extends Feature {
  /** Surveys for messages and other things that carry one. */
  readonly surveysOf: SurveysOf;
  /** A survey for a message that its author sends. */
  readonly carrySurvey: SurveyCarrier;
}

type Parts = Pick<FeatureParts, 'database' | 'clock' | 'secret' | 'fileKey' | 'translator' | 'log'> & {
  carriedSurveys: CarriedSurveys;
};

export function surveysFeature(parts: Parts): SurveysFeature {
  const tasks = surveyTasks(parts);
  return {
    implemented: surveysHandlers({ ...parts, tasks }),
    tasks: [tasks.shuffle, tasks.end],
    prune: {
      surveys: (now) => endOverdue(parts, tasks, now),
      unsent_surveys: (now) => pruneUnsent(parts.database.kysely, now, parts.carriedSurveys),
    },
    erase: async (db, person) => {
      const now = parts.clock.now();
      for (const id of await eraseVoter(db, person)) {
        const key = { school_id: person.school_id, id };
        const survey = await lockSurvey(db, key);
        if (survey) await endSurvey(db, key, survey, tasks, now);
      }
    },
    merge: surveysMerge,
    personalData: surveyData,
    surveysOf: (db, reader, ids, now) => loadSurveys(ids, { db, reader, now, secret: parts.secret }),
    carrySurvey: surveyCarrier(parts),
  };
}
