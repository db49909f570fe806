import type { OwnChoice } from '@kreide/core/features/choices';
import { useMutation } from '@tanstack/react-query';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Choices.module.css';
import { ownChoicesQuery, setWishes } from './choices-queries.ts';

/** The wishes of a pupil, best first: a list for each rank. */
export function WishForm({ user, choice }: { user: number; choice: OwnChoice }) {
  const { t } = useTranslation(['choices', 'errors']);
  const save = useMutation(setWishes);
  const ranks = Array.from({ length: choice.wishes_count }, (_, rank) => rank);
  const form = useForm({
    initial: () => ({ wishes: ranks.map((rank) => `${choice.wishes[rank] ?? ''}`) }),
    problems: ({ wishes }) => {
      const named = wishes.filter((one) => one !== '');
      if (wishes[0] === '') return [{ field: 'wishes' as const, text: t('own.needed') }];
      return new Set(named).size < named.length ? [{ field: 'wishes' as const, text: t('own.twice') }] : [];
    },
    send: ({ wishes }) =>
      save.mutateAsync({
        params: { id: `${user}`, choice_id: `${choice.id}` },
        body: { wishes: wishes.filter((one) => one !== '').map(Number), former: choice.wishes },
      }),
    onSaved: () => toasts.show('success', t('own.saved')),
    // What somebody else wished, or that the time is over, is on the page at once.
    onFailed: () => void queries.fetchQuery({ ...ownChoicesQuery(user), staleTime: 0 }),
    toWords: (error) => (error.code === 'conflict' ? t('meanwhile') : t('failed', { reason: toReason(t, error) })),
  });
  const { values, change, errorOf } = form;
  return (
    <Form form={form} className={styles.screen}>
      {ranks.map((rank) => (
        <Select
          key={rank}
          label={t('own.wish', { rank: rank + 1 })}
          options={[
            { key: '', text: t('own.none') },
            ...choice.options.map(({ id, title, capacity }) => ({
              key: `${id}`,
              text: t('own.places', { title, capacity }),
            })),
          ]}
          value={values.wishes[rank] ?? ''}
          onChange={(key) => change({ wishes: values.wishes.map((one, at) => (at === rank ? key : one)) })}
        />
      ))}
      <Problem text={errorOf('wishes')} />
      <Problem text={form.failure} />
      <div className={styles.buttons}>
        <Button type="submit" look="primary" isPending={form.isPending}>
          {t('save')}
        </Button>
      </div>
    </Form>
  );
}
