import { chunkOf, chunkRange, findOccurrence, type LessonId, parseLessonId } from '@kreide/core/features/timetable';
import { toLocal } from '@kreide/core/kernel';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate, useOutletContext, useParams } from 'react-router';
import { late } from '../../kernel/late.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { EmptyState } from '../../ui/States.tsx';
import { ChangeInRow } from './ChangeInRow.tsx';
import { DetailsFrame } from './DetailsFrame.tsx';
import type { PlanContext } from './plan-context.ts';
import { usePlan } from './use-plan.ts';
import { useTexts } from './use-texts.ts';
import { LessonDetails, LessonListSkeleton } from './views/index.ts';

const LessonLinks = late(async () => (await import('./LessonLinks.tsx')).LessonLinks);

/** A lesson's details above or beside its plan (T-2.08, T-2.16); an invalid id redirects back (T-2.24, T-8.14). */
export function LessonDialog() {
  const { lessonId = '' } = useParams();
  const id = parseLessonId(lessonId);
  const close = useClose(id !== null);
  return id ? <LessonOf id={id} onClose={close} /> : null;
}

/** Back to the plan: through the history when the plan was there before, else by its address. */
function useClose(isValid: boolean): () => void {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const { entity, id } = useOutletContext<PlanContext>();
  const close = () => {
    if (isValid ? state?.isFromPlan : window.history.state?.idx > 0) navigate(-1);
    else navigate({ pathname: `/timetable/${entity}/${id}`, search }, { replace: true });
  };
  const leave = useEffectEvent(close);
  useEffect(() => {
    if (!isValid) leave();
  }, [isValid]);
  return close;
}

function LessonOf({ id, onClose }: { id: LessonId; onClose: () => void }) {
  const { t } = useTranslation(['timetable', 'shell']);
  const texts = useTexts();
  const { entity, id: planId, today, isBeside } = useOutletContext<PlanContext>();
  const zone = useSelf().school.time_zone;
  const { date } = toLocal(new Date(id.timestamp * 1000), zone);
  const { timetable, isLoading } = usePlan(entity, planId, [chunkRange(chunkOf(date, today), today)]);
  const occurrence = timetable && findOccurrence(timetable.lessons, id, zone);
  return (
    <DetailsFrame
      title={t('detailsTitle')}
      isBeside={isBeside}
      about={`${id.text}${id.timestamp}`}
      hasHeading
      onClose={onClose}
      closeLabel={t('shell:close')}
    >
      {occurrence ? (
        <>
          <LessonDetails
            {...texts}
            occurrence={occurrence}
            headingLevel={isBeside ? 2 : 3}
            writeChange={(change) => <ChangeInRow change={change} />}
          />
          <Suspense fallback={null}>
            <LessonLinks occurrence={occurrence} entity={entity} id={planId} />
          </Suspense>
        </>
      ) : isLoading ? (
        <LessonListSkeleton t={texts.t} />
      ) : (
        <EmptyState
          icon="timetable"
          headingLevel={isBeside ? 2 : 3}
          title={t('detailsGoneTitle')}
          text={t('detailsGoneText')}
        />
      )}
    </DetailsFrame>
  );
}
