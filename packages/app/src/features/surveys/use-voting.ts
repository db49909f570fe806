import {
  type ChosenAnswer,
  type ChosenAnswers,
  canSubmit,
  NO_ANSWER,
  type Survey,
  surveysApi,
  toVotePayload,
} from '@kreide/core/features/surveys';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf, writeQuery } from '../../kernel/data.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { toasts } from '../../ui/toast-store.ts';

const NOTHING: { answers: ChosenAnswers } = { answers: {} };

/** The answers of somebody, for a change. */
function answersOf({ questions }: Survey): ChosenAnswers {
  return Object.fromEntries(
    questions.map(({ uuid, options, own_text }) => [
      uuid,
      { options: options.filter(({ is_chosen }) => is_chosen).map(({ id }) => id), text: own_text ?? '' },
    ]),
  );
}

/** Answering a survey: what is chosen and not sent yet, sending it, changing it, taking it back. */
export function useVoting(survey: Survey, onDone?: () => void) {
  const { t } = useTranslation('surveys');
  const args = { params: { id: String(survey.id) } };
  const [isChanging, setChanging] = useState(false);
  const topic = `survey ${survey.id}`;
  const keep = async (saved: Survey, text: string) => {
    form.reset(NOTHING);
    setChanging(false);
    await writeQuery(surveysApi.get, args, saved);
    toasts.show('survey', text, { topic });
    onDone?.();
  };
  const vote = useMutation(mutationOf(surveysApi.vote));
  const form = useForm({
    initial: NOTHING,
    send: ({ answers }) => vote.mutateAsync({ ...args, body: toVotePayload(survey.questions, answers) }),
    onSaved: (saved) => keep(saved, t('votedToast')),
  });
  const { answers } = form.values;
  const revoke = useMutation({
    ...mutationOf(surveysApi.revoke),
    onSuccess: (saved) => keep(saved, t('revokedToast')),
  });
  return {
    form,
    answers,
    canSubmit: canSubmit(survey.questions, answers),
    isPending: form.isPending || revoke.isPending,
    /** Is the form shown? */
    isAnswering: survey.can.vote === 1 && (!survey.is_user_voted || isChanging),
    change: (uuid: string, to: (answer: ChosenAnswer) => ChosenAnswer) =>
      form.change(({ answers: all }) => ({ answers: { ...all, [uuid]: to(all[uuid] ?? NO_ANSWER) } })),
    revoke: () => revoke.mutate(args),
    startChange: () => {
      form.reset({ answers: answersOf(survey) });
      setChanging(true);
    },
  };
}
export type Voting = ReturnType<typeof useVoting>;
