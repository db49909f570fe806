import { useLocation, useParams } from 'react-router';
import { Redirect } from '../../kernel/Redirect.tsx';
import { useSelf } from '../../kernel/session.ts';
import { Card } from '../../ui/Card.tsx';
import { ConfirmStep, CoursesStep, WrongStep } from './DialogChoices.tsx';
import { PredictedStep, SelectedStep, SolutionStep, StartStep } from './DialogLesson.tsx';
import { ResponseStep, SendStep } from './DialogSending.tsx';
import styles from './Faq.module.css';

const STEPS = {
  start: StartStep,
  selected: SelectedStep,
  'predicted-solution': PredictedStep,
  solution: SolutionStep,
  'wrong-timetable': WrongStep,
  courses: CoursesStep,
  confirm: ConfirmStep,
  'send-feedback': SendStep,
  response: ResponseStep,
} as const;
const isStep = (step: string | undefined): step is keyof typeof STEPS => step !== undefined && step in STEPS;

/**
 * `/feedback/dialog/:userId/…`: a pupil or a parent says from a lesson what is wrong in the plan (T-2.41 to T-2.51). What was
 * chosen stands in the address, so that the way back changes it.
 */
export function DialogScreen() {
  const { userId: wanted = '', step, unit } = useParams();
  const { search } = useLocation();
  const { id } = useSelf();
  if (wanted === 'self')
    return <Redirect to={`/feedback/dialog/${[id, step ?? 'start', unit].filter(Boolean).join('/')}${search}`} />;
  if (!isStep(step)) return <Redirect to={`/feedback/dialog/${wanted}/start`} />;
  const Step = STEPS[step];
  return (
    <div className={styles.screen}>
      <Card isRoomy>
        <Step key={step} />
      </Card>
    </div>
  );
}
