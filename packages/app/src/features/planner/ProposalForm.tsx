import {
  type EditorState,
  PROPOSAL_MODES,
  PROPOSAL_START,
  type ProposalMode,
  proposalProblem,
  SOFT_RULES,
  USUAL_WEIGHTS,
  WEIGHT_MAXIMUM,
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
import { startProposal } from './planner-queries.ts';

const SECONDS = [10, 30, 60, 120, 300, 600];
const MOVED = [1, 5, 10, 20, 50, 100, 200, 500];
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const DAYS = [3, 4, 5, 6, 7];
const upTo = (least: number, most: number) => Array.from({ length: most - least + 1 }, (_, at) => least + at);

/** What a proposal shall keep to: its reach, its time, its limits, and how much each soft rule counts. */
export function ProposalForm({ state, isBusy }: { state: EditorState; isBusy: boolean }) {
  const { t } = useTranslation('planner');
  const start = useMutation(startProposal);
  const { uuid, revision } = state.version;
  const form = useForm({
    initial: {
      ...PROPOSAL_START,
      mode: 'WHOLE' as ProposalMode,
      grade_ids: [] as readonly number[],
      weights: { ...USUAL_WEIGHTS } as Record<(typeof SOFT_RULES)[number], number>,
    } as Values,
    problems: (values) => {
      const rule = proposalProblem(values);
      return rule ? [{ field: 'grade_ids' as const, text: t(`rules.${rule}`) }] : [];
    },
    send: ({ grade_ids, ...values }) =>
      start.mutateAsync({ body: { ...values, grade_ids: [...grade_ids], version_uuid: uuid, revision } }),
    onSaved: () => toasts.show('success', t('proposal.started')),
    toWords: (error) => t('proposal.startFailed', { reason: toSaid(error) }),
  });
  const { values, change, errorOf } = form;
  const numbers = (label: string, key: NumberKey, choice: readonly number[], words = (count: number) => `${count}`) => (
    <Select
      label={label}
      value={`${values[key]}`}
      options={choice.map((count) => ({ key: `${count}`, text: words(count) }))}
      onChange={(count) => change({ [key]: Number(count) } as Partial<Values>)}
    />
  );
  const sayTime = (seconds: number) =>
    seconds < 60 ? t('proposal.seconds', { count: seconds }) : t('proposal.minutes', { count: seconds / 60 });
  return (
    <section className={styles.part} aria-labelledby="proposal-settings">
      <h2 id="proposal-settings">{t('proposal.settings')}</h2>
      <Card>
        <Form form={form} className={styles.form}>
          <div className={styles.fields}>
            <Select
              label={t('proposal.mode')}
              value={values.mode}
              options={PROPOSAL_MODES.map((key) => ({ key, text: t(`proposal.modes.${key}`) }))}
              onChange={(mode) => change({ mode })}
            />
            {values.mode === 'FEW' && numbers(t('proposal.mostMoved'), 'most_moved', MOVED)}
            {numbers(t('proposal.time'), 'seconds', SECONDS, sayTime)}
            {numbers(t('proposal.seed'), 'seed', SEEDS)}
          </div>
          <p className={styles.muted}>{t('proposal.seedAbout')}</p>
          {values.mode === 'CLASSES' && (
            <ClassChoice
              grades={state.grades}
              ids={values.grade_ids}
              onChange={(grade_ids) => change({ grade_ids })}
              problem={errorOf('grade_ids')}
            />
          )}
          <h3>{t('proposal.limits')}</h3>
          <div className={styles.fields}>
            {numbers(t('proposal.classHours'), 'most_class_hours', upTo(4, 12))}
            {numbers(t('proposal.teacherHours'), 'most_teacher_hours', upTo(3, 12))}
            {numbers(t('proposal.teacherDays'), 'most_teacher_days', DAYS)}
          </div>
          <h3>{t('proposal.weights')}</h3>
          <p className={styles.muted}>{t('proposal.weightsAbout')}</p>
          <ul className={styles.weights}>
            {SOFT_RULES.map((rule) => (
              <li key={rule}>
                <Select
                  label={t(`proposal.soft.${rule}`)}
                  value={`${values.weights[rule]}`}
                  options={upTo(0, WEIGHT_MAXIMUM).map((weight) => ({ key: `${weight}`, text: `${weight}` }))}
                  onChange={(weight) => change({ weights: { ...values.weights, [rule]: Number(weight) } })}
                />
                <p className={styles.muted}>{t(`proposal.softAbout.${rule}`)}</p>
              </li>
            ))}
          </ul>
          <Problem text={form.failure} />
          <div>
            <Button type="submit" look="primary" isPending={form.isPending} isDisabled={isBusy}>
              {t('proposal.start')}
            </Button>
          </div>
        </Form>
      </Card>
    </section>
  );
}

type NumberKey = keyof typeof PROPOSAL_START;
type Values = Record<NumberKey, number> & {
  mode: ProposalMode;
  grade_ids: readonly number[];
  weights: Record<(typeof SOFT_RULES)[number], number>;
};
