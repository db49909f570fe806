import { type Survey, surveyEvents, surveysApi } from '@kreide/core/features/surveys';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { invalidateQueries, queryOf, writeQuery } from '../../kernel/data.ts';
import { useRealtime } from '../../kernel/realtime.ts';

/** Not everybody asks at the same moment when a whole school is told, ms. */
const SPREAD = 1_500;

const argsOf = ({ id }: Survey) => ({ params: { id: String(id) } });

/** The survey of a message or a news item as it is now: it goes with what others answer, null once it is deleted. */
export function useSurvey(given: Survey): { survey: Survey | null; refresh: () => void } {
  const [isGone, setGone] = useState(false);
  const args = argsOf(given);
  const query = useQuery(queryOf(surveysApi.get, args, { initialData: given, staleTime: Number.POSITIVE_INFINITY }));
  // What comes anew with its message is newer than what was kept.
  useEffect(() => void writeQuery(surveysApi.get, argsOf(given), given), [given]);
  const refresh = () => void invalidateQueries(surveysApi.get, args);
  useRealtime(
    surveyEvents.changed,
    ({ id }) => {
      if (id !== given.id) return;
      setTimeout(() => {
        refresh();
        void invalidateQueries(surveysApi.listVoters, args);
      }, Math.random() * SPREAD);
    },
    refresh,
  );
  useRealtime(surveyEvents.removed, ({ id }) => id === given.id && setGone(true), refresh);
  const isMissing = isGone || query.error?.code === 'not_found';
  return { survey: isMissing ? null : (query.data ?? given), refresh };
}
