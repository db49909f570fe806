import { type ClassbookEntry, classbookApi, TOPIC_MAXIMUM } from '@kreide/core/features/classbook';
import { isAllowed } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { mutationOf, queryOf, writeQuery } from '../../kernel/data.ts';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Classbook.module.css';

/** The topic of a lesson: some may write it, all others read it. */
export function Topic({ entry }: { entry: ClassbookEntry }) {
  const { t } = useTranslation('classbook');
  if (isAllowed(entry.can, 'write-topic')) return <TopicForm entry={entry} />;
  return (
    <section className={styles.panel} aria-label={t('entry.topic')}>
      <h3>{t('entry.topic')}</h3>
      <p className={entry.topic === '' ? styles.muted : styles.message}>{entry.topic || t('entry.noTopic')}</p>
    </section>
  );
}

function TopicForm({ entry }: { entry: ClassbookEntry }) {
  const { t } = useTranslation(['classbook', 'errors']);
  const args = { params: { id: String(entry.classbook_id), entryId: String(entry.id) } };
  const save = useMutation(mutationOf(classbookApi.setTopic, { messages: false, touches: [classbookApi.listEntries] }));
  const form = useForm({
    initial: { topic: entry.topic },
    item: entry,
    isSame: (one, other) => one.topic.trim() === other.topic.trim(),
    send: ({ topic }, { updated_at }) => save.mutateAsync({ ...args, body: { topic, updated_at } }),
    onSaved: async (saved) => {
      await writeQuery(classbookApi.getEntry, args, saved);
      toasts.show('success', t('entry.topicSaved'), { topic: 'classbook topic' });
    },
    latest: { item: entry, values: { topic: entry.topic } },
    newest: async () => {
      const item = await queries.fetchQuery(queryOf(classbookApi.getEntry, args, { staleTime: 0 }));
      return { item, values: { topic: item.topic } };
    },
    toWords: (error) => t('notice.saveFailed', { reason: toReason(t, error) }),
  });
  const { topic } = form.values;
  return (
    <Form form={form} className={styles.panel} parts={[{ label: t('entry.topic'), show: (values) => values.topic }]}>
      <TextField
        lines={2}
        label={t('entry.topic')}
        value={topic}
        onChange={(next) => form.change({ topic: next })}
        maxLength={TOPIC_MAXIMUM}
        errorMessage={form.errorOf('topic')}
      />
      <Problem text={form.failure} />
      {form.hasChanges && (
        <div>
          <Button type="submit" look="primary" isPending={form.isPending}>
            {t('save')}
          </Button>
        </div>
      )}
    </Form>
  );
}
