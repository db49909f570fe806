import type { QuestionType, ResultsVisibility } from '@kreide/core/features/channels';
import { SURVEY_OPTIONS_MINIMUM, type Survey, surveyProblems, surveysApi } from '@kreide/core/features/surveys';
import { type PickedMoment, pickedMomentAfter, toInstant, toLocal } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { draftStore } from '../../kernel/draft-store.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';

/** A survey as it is being written; questions and answers keep a key, so that a field stays the same field. */
export interface SurveyForm {
  questions: FormQuestion[];
  results_visibility: ResultsVisibility;
  is_anonymous: boolean;
  ends: PickedMoment | null;
}
export interface FormQuestion {
  key: string;
  question: string;
  type: QuestionType;
  has_user_option: boolean;
  is_shared: boolean;
  options: { key: string; name: string }[];
}

export const newOption = () => ({ key: crypto.randomUUID(), name: '' });
export const newQuestion = (): FormQuestion => ({
  key: crypto.randomUUID(),
  question: '',
  type: 'single',
  has_user_option: false,
  is_shared: false,
  options: Array.from({ length: SURVEY_OPTIONS_MINIMUM }, newOption),
});
const newForm = (): SurveyForm => ({
  questions: [newQuestion()],
  results_visibility: 'none',
  is_anonymous: false,
  ends: null,
});

/** The form as it is sent: a written answer offers nothing. */
function toDraft({ questions, ends, ...rest }: SurveyForm, timeZone: string) {
  return {
    ...rest,
    questions: questions.map(({ key: _, options, ...question }) => {
      const isWritten = question.type === 'freetext';
      return {
        ...question,
        has_user_option: !isWritten && question.has_user_option,
        is_shared: (isWritten || question.has_user_option) && question.is_shared,
        options: isWritten ? [] : options.map(({ name }) => ({ name: name.trim() })),
      };
    }),
    expires_at: ends && toInstant(ends.date, ends.time, timeZone).toISOString(),
  };
}

/** Where something can be wrong with a question, as `surveyProblems` says it. */
const pathsOf = ({ options }: FormQuestion, index: number): string[] => [
  `questions.${index}.question`,
  `questions.${index}.options`,
  ...options.map((_, at) => `questions.${index}.options.${at}.name`),
];

const NAME = 'survey';

/**
 * A survey that is being written: kept on the device until it is sent, checked as a whole when it is to be sent, and made
 * only once, however often what follows fails.
 */
export function useSurveyDraft(onMade: (survey: Survey) => Promise<void>, onDone: () => void) {
  const { uuid, school } = useSelf();
  const { t } = useTranslation('surveys');
  const made = useRef<{ text: string; survey: Survey } | null>(null);
  const create = useMutation(mutationOf(surveysApi.create));
  const form = useForm({
    initial: () => {
      const kept = draftStore.read(uuid, NAME, Date.now()) as SurveyForm | undefined;
      return Array.isArray(kept?.questions) ? kept : newForm();
    },
    fields: ({ questions }) => ['expires_at', ...questions.flatMap(pathsOf)],
    problems: (values) =>
      surveyProblems(toDraft(values, school.time_zone), new Date()).map(({ path, rule, params }) => ({
        field: path,
        text: t(`rules.${rule}`, params),
      })),
    send: async (values) => {
      const draft = toDraft(values, school.time_zone);
      const text = JSON.stringify(draft);
      if (made.current?.text !== text) made.current = { text, survey: await create.mutateAsync({ body: draft }) };
      await onMade(made.current.survey);
    },
    onSaved: () => {
      draftStore.remove(uuid, NAME, Date.now());
      onDone();
    },
  });

  function change(part: Partial<SurveyForm>) {
    form.change(part);
    draftStore.write(uuid, NAME, { ...form.values, ...part }, Date.now());
  }

  return {
    form,
    today: toLocal(new Date(), school.time_zone).date,
    tomorrow: pickedMomentAfter(toLocal(new Date(), school.time_zone).date),
    change,
    changeQuestion: (key: string, part: Partial<FormQuestion>) =>
      change({ questions: form.values.questions.map((one) => (one.key === key ? { ...one, ...part } : one)) }),
  };
}
export type SurveyDraftState = ReturnType<typeof useSurveyDraft>;
