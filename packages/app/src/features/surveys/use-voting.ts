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
import { useTranslation } from '../../kernel/use-translation.ts';
import { toasts } from '../../ui/toast-store.ts';

/** What somebody has answered, to be changed. */
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
  const [answers, setAnswers] = useState<ChosenAnswers>({});
  const [isChanging, setChanging] = useState(false);
  const topic = `survey ${survey.id}`;
  const keep = async (saved: Survey, text: string) => {
    setAnswers({});
    setChanging(false);
    await writeQuery(surveysApi.get, args, saved);
    toasts.show('survey', text, { topic });
    onDone?.();
  };
  const vote = useMutation({ ...mutationOf(surveysApi.vote), onSuccess: (saved) => keep(saved, t('votedToast')) });
  const revoke = useMutation({
    ...mutationOf(surveysApi.revoke),
    onSuccess: (saved) => keep(saved, t('revokedToast')),
  });
  return {
    answers,
    canSubmit: canSubmit(survey.questions, answers),
    isPending: vote.isPending || revoke.isPending,
    /** Is the form shown? */
    isAnswering: survey.can.vote === 1 && (!survey.is_user_voted || isChanging),
    change: (uuid: string, to: (answer: ChosenAnswer) => ChosenAnswer) =>
      setAnswers((all) => ({ ...all, [uuid]: to(all[uuid] ?? NO_ANSWER) })),
    submit: () => vote.mutate({ ...args, body: toVotePayload(survey.questions, answers) }),
    revoke: () => revoke.mutate(args),
    startChange: () => {
      setAnswers(answersOf(survey));
      setChanging(true);
    },
  };
}
export type Voting = ReturnType<typeof useVoting>;
