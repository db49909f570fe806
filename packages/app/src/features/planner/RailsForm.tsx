import {
  type EditorState,
  RAIL_COURSES_MAXIMUM,
  RAIL_EFFORTS,
  RAIL_PUPILS_MAXIMUM,
  RAIL_START,
  RAILS_MAXIMUM,
  RAILS_MINIMUM,
  type RailSettings,
  railProblem,
} from '@kreide/core/features/planner';
import { useMutation } from '@tanstack/react-query';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { toSaid } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { ClassChoice } from './ClassChoice.tsx';
import styles from './Proposal.module.css';
import { startRails } from './planner-queries.ts';
import { RailParts } from './RailParts.tsx';
import { RailPins } from './RailPins.tsx';
import { RailsAhead } from './RailsAhead.tsx';
import type { KeptRails } from './use-kept-rails.ts';
import { useRailsAhead } from './use-rails-ahead.ts';

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const upTo = (least: number, most: number) => Array.from({ length: most - least + 1 }, (_, at) => least + at);

interface RailsFormProps {
  state: EditorState;
  isBusy: boolean;
  kept: KeptRails;
}

type NumberKey = 'rails' | 'most_pupils' | 'most_courses' | 'seed';

/** What courses are put on rails with, and what is certain before anything runs. */
export function RailsForm({ state, isBusy, kept }: RailsFormProps) {
  const { t } = useTranslation('planner');
  const start = useMutation(startRails);
  const { id, uuid, school_year } = state.version;
  const said = { pins: [...kept.pins], parts: [...kept.parts], second_half_at: kept.second_half_at };
  const form = useForm({
    initial: { ...RAIL_START, grade_ids: [] } as RailSettings,
    problems: (values) => {
      const problem = railProblem({ ...values, ...said }, school_year);
      return problem ? [{ field: problem.field, text: t(`rules.${problem.rule}`) }] : [];
    },
    send: (values) => start.mutateAsync({ body: { ...values, ...said, version_uuid: uuid } }),
    onSaved: () => toasts.show('success', t('rails.started')),
    toWords: (error) => t('proposal.startFailed', { reason: toSaid(error) }),
  });
  const { values, change, errorOf } = form;
  const chosen = new Set(state.courses.flatMap(({ is_whole, grade_ids }) => (is_whole ? [] : grade_ids)));
  const isOfClass = (id: number) => values.grade_ids.includes(id);
  const ahead = useRailsAhead(id, { ...values, ...said });
  const courses = state.courses.filter(({ is_whole, grade_ids }) => !is_whole && grade_ids.some(isOfClass));
  const grades = state.grades.filter((grade) => chosen.has(grade.id));
  const numbers = (label: string, key: NumberKey, choice: readonly number[]) => (
    <Select
      label={label}
      value={`${values[key]}`}
      options={choice.map((count) => ({ key: `${count}`, text: `${count}` }))}
      onChange={(count) => change({ [key]: Number(count) } as Partial<RailSettings>)}
    />
  );
  return (
    <section className={styles.part} aria-labelledby="rails-settings">
      <h2 id="rails-settings">{t('rails.settings')}</h2>
      <Card>
        <Form form={form} className={styles.form}>
          {grades.length === 0 && <p>{t('rails.noGrades')}</p>}
          <ClassChoice
            grades={grades}
            ids={values.grade_ids}
            onChange={(grade_ids) => change({ grade_ids })}
            problem={errorOf('grade_ids')}
          />
          <div className={styles.fields}>
            {numbers(t('rails.count'), 'rails', upTo(RAILS_MINIMUM, RAILS_MAXIMUM))}
            {numbers(t('rails.mostPupils'), 'most_pupils', upTo(1, RAIL_PUPILS_MAXIMUM))}
            {numbers(t('rails.mostCourses'), 'most_courses', upTo(1, RAIL_COURSES_MAXIMUM))}
            <Select
              label={t('rails.effort')}
              value={values.effort}
              options={RAIL_EFFORTS.map((key) => ({ key, text: t(`rails.efforts.${key}`) }))}
              onChange={(effort) => change({ effort })}
            />
            {numbers(t('proposal.seed'), 'seed', SEEDS)}
          </div>
          <RailPins
            courses={courses}
            rails={values.rails}
            pins={kept.pins}
            onPin={kept.pin}
            problem={errorOf('pins')}
          />
          <RailParts
            courses={courses}
            parts={kept.parts}
            known={ahead.data?.parts ?? []}
            onPart={kept.part}
            secondHalf={kept.second_half_at}
            onSecondHalf={kept.setSecondHalf}
            problem={errorOf('parts')}
            halfProblem={errorOf('second_half_at')}
          />
          <p className={styles.muted}>
            {t('rails.mostPupilsAbout')} {t('proposal.seedAbout')}
          </p>
          <RailsAhead query={ahead} hasGrades={values.grade_ids.length > 0} />
          <Problem text={form.failure} />
          <div>
            <Button type="submit" look="primary" isPending={form.isPending} isDisabled={isBusy}>
              {t('rails.start')}
            </Button>
          </div>
        </Form>
      </Card>
    </section>
  );
}
