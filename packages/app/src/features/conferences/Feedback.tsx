import { type Conference, conferencesApi, feedbackProblems } from '@kreide/core/features/conferences';
import { useMutation } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
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
  const params = { id: String(conference.channel_id), cid: conference.uuid };
  const give = useMutation(mutationOf(conferencesApi.giveFeedback));
  const remove = useMutation({ ...mutationOf(conferencesApi.removeFeedback), onSuccess: onChange });
  const initial: { rating: (typeof RATINGS)[number] | null; comment: string } = { rating: null, comment: '' };
  const form = useForm({
    initial,
    send: (values) =>
      give.mutateAsync({ params, body: { rating: Number(values.rating), comment: values.comment.trim() || null } }),
    onSaved: (saved) => {
      form.reset(initial);
      onChange(saved);
    },
  });
  const { rating, comment } = form.values;
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
      <Form
        // Nothing is sent as long as its button is off.
        form={rating === null || problem ? { ...form, submit: async () => {} } : form}
        className={styles.facts}
      >
        <h2>{t('feedback.title')}</h2>
        <ChoiceList
          label={t('feedback.rating')}
          options={RATINGS.map((key) => ({ key, text: t(`feedback.${key}`) }))}
          value={rating}
          onChange={(next) => form.change({ rating: next })}
        />
        <TextField
          label={t('feedback.comment')}
          value={comment}
          onChange={(text) => form.change({ comment: text })}
          errorMessage={problem && t(`rules.${problem.rule}`, problem.params)}
        />
        <div className={styles.buttons}>
          <Button
            type="submit"
            look="primary"
            isPending={form.isPending}
            isDisabled={rating === null || problem !== undefined}
          >
            {t('feedback.send')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
