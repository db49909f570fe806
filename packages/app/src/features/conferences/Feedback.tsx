import { type Conference, conferencesApi, feedbackProblems } from '@kreide/core/features/conferences';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Conference.module.css';

const RATINGS = ['5', '4', '3', '2', '1'] as const;

/** How it was: one to five and a comment, which can be taken back (C-4.37). */
export function Feedback({ conference, onChange }: { conference: Conference; onChange: (to: Conference) => void }) {
  const { t } = useTranslation('conferences');
  const { feedback } = conference;
  const [rating, setRating] = useState<(typeof RATINGS)[number] | null>(null);
  const [comment, setComment] = useState('');
  const params = { id: String(conference.channel_id), cid: conference.uuid };
  const give = useMutation({ ...mutationOf(conferencesApi.giveFeedback), onSuccess: onChange });
  const remove = useMutation({ ...mutationOf(conferencesApi.removeFeedback), onSuccess: onChange });
  const [problem] = feedbackProblems(comment);
  if (feedback) {
    return (
      <Card>
        <div className={styles.facts}>
          <h2>{t('feedback.title')}</h2>
          <p role="status">{t('feedback.thanks')}</p>
          <p>{t(`feedback.${String(feedback.rating) as '1'}`)}</p>
          {feedback.comment && <p className={styles.comment}>{feedback.comment}</p>}
          <div className={styles.buttons}>
            <Button icon="trash" isPending={remove.isPending} onPress={() => remove.mutate({ params })}>
              {t('feedback.remove')}
            </Button>
          </div>
        </div>
      </Card>
    );
  }
  return (
    <Card>
      <form
        className={styles.facts}
        onSubmit={(event) => {
          event.preventDefault();
          if (rating === null || problem) return;
          give.mutate({ params, body: { rating: Number(rating), comment: comment.trim() || null } });
        }}
      >
        <h2>{t('feedback.title')}</h2>
        <ChoiceList
          label={t('feedback.rating')}
          options={RATINGS.map((key) => ({ key, text: t(`feedback.${key}`) }))}
          value={rating}
          onChange={setRating}
        />
        <TextField
          label={t('feedback.comment')}
          value={comment}
          onChange={setComment}
          errorMessage={problem && t(`rules.${problem.rule}`, problem.params)}
        />
        <div className={styles.buttons}>
          <Button
            type="submit"
            look="primary"
            isPending={give.isPending}
            isDisabled={rating === null || problem !== undefined}
          >
            {t('feedback.send')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
