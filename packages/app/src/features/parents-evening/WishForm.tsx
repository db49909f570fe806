import {
  type Offers,
  type OwnEvening,
  WISHES_MAXIMUM,
  type WishList,
  wishProblems,
} from '@kreide/core/features/parents-evening';
import { useMutation } from '@tanstack/react-query';
import type { BlockerFunction } from 'react-router';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { TimeField } from '../../ui/TimeField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Evenings.module.css';
import { offersQuery, setWishes } from './evening-queries.ts';
import { TeacherTags } from './TeacherTags.tsx';

interface Draft {
  teacher_ids: number[];
  begins_at: string;
  ends_at: string;
}
const toDraft = ({ teacher_ids, begins_at, ends_at }: WishList): Draft => ({
  teacher_ids,
  begins_at: begins_at ?? '',
  ends_at: ends_at ?? '',
});
const toInput = ({ teacher_ids, begins_at, ends_at }: Draft) => ({
  teacher_ids,
  begins_at: begins_at || null,
  ends_at: ends_at || null,
});

/** The wishes of another child are another form at the same path. */
const isOtherChild: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname || currentLocation.search !== nextLocation.search;

interface WishFormProps {
  evening: OwnEvening;
  child: number;
  name: string;
  offers: Offers;
}

/** Whom a family wants to meet about a child, best first, and when it can come. */
export function WishForm({ evening, child, name, offers }: WishFormProps) {
  const { t } = useTranslation(['parents-evening', 'errors']);
  const save = useMutation(setWishes);
  const id = `${evening.id}`;
  const form = useForm({
    initial: () => toDraft(offers.wishes),
    item: offers.wishes,
    latest: { item: offers.wishes, values: toDraft(offers.wishes) },
    fields: ['teacher_ids', 'ends_at'] as const,
    problems: (draft: Draft) =>
      wishProblems(toInput(draft), evening).map(({ field, rule }) => ({ field, text: t(`rules.${rule}`) })),
    send: (draft, { updated_at }) =>
      save.mutateAsync({ params: { id, child_id: `${child}` }, body: { ...toInput(draft), updated_at } }),
    newest: async () => {
      const { wishes } = await queries.fetchQuery({ ...offersQuery(id, child), staleTime: 0 });
      return { item: wishes, values: toDraft(wishes) };
    },
    onSaved: () => toasts.show('success', t('own.wishSaved')),
    toWords: (error) => t('failed', { reason: toReason(t, error) }),
  });
  const { values, change, errorOf } = form;
  const nameOf = (teacher: number) => offers.teachers.find((one) => one.teacher_id === teacher)?.name ?? '';
  const chosen = values.teacher_ids.flatMap((teacher) => offers.teachers.filter((one) => one.teacher_id === teacher));
  const others = offers.teachers.filter(
    ({ teacher_id, is_absent, booking }) => !is_absent && !booking && !values.teacher_ids.includes(teacher_id),
  );
  function swap(at: number, by: -1 | 1) {
    const ids = [...values.teacher_ids];
    const [moved] = ids.splice(at, 1);
    if (moved !== undefined) ids.splice(at + by, 0, moved);
    change({ teacher_ids: ids });
  }
  return (
    <Card isRoomy>
      <Form
        form={form}
        className={styles.screen}
        isLeaving={isOtherChild}
        parts={[
          {
            label: t('own.wishes', { name }),
            show: ({ teacher_ids }: Draft) => teacher_ids.map((one, at) => `${at + 1}. ${nameOf(one)}`).join(', '),
          },
          { label: t('own.wishFrom'), show: ({ begins_at }: Draft) => begins_at },
          { label: t('own.wishTo'), show: ({ ends_at }: Draft) => ends_at },
        ]}
      >
        <h2>{t('own.wishes', { name })}</h2>
        <p className={styles.muted}>{t('own.wishHint')}</p>
        <p className={styles.muted}>{t('own.wishLeft', { left: offers.left })}</p>
        {chosen.length === 0 && <p>{t(offers.teachers.length === 0 ? 'own.noTeachers' : 'own.wishNone')}</p>}
        <ol className={styles.list} aria-label={t('own.wishes', { name })}>
          {chosen.map((offer, at) => (
            <li key={offer.teacher_id} className={styles.row}>
              <span className={styles.words}>
                <b>
                  {at + 1}. {offer.name}
                </b>
              </span>
              <span className={styles.tags}>
                {offer.is_class_teacher && <Tag>{t('own.classTeacher')}</Tag>}
                <TeacherTags teacher={offer} />
                <IconButton
                  icon="arrowUp"
                  isDisabled={at === 0}
                  label={t('own.wishUp', { name: offer.name })}
                  onPress={() => swap(at, -1)}
                />
                <IconButton
                  icon="arrowDown"
                  isDisabled={at === chosen.length - 1}
                  label={t('own.wishDown', { name: offer.name })}
                  onPress={() => swap(at, 1)}
                />
                <IconButton
                  icon="close"
                  label={t('own.wishRemove', { name: offer.name })}
                  onPress={() => change({ teacher_ids: values.teacher_ids.filter((one) => one !== offer.teacher_id) })}
                />
              </span>
            </li>
          ))}
        </ol>
        <Problem text={errorOf('teacher_ids')} />
        {others.length > 0 && (
          <section className={styles.screen} aria-label={t('own.wishOthers')}>
            <h3>{t('own.wishOthers')}</h3>
            {values.teacher_ids.length >= WISHES_MAXIMUM ? (
              <p>{t('own.wishMost', { max: WISHES_MAXIMUM })}</p>
            ) : (
              <span className={styles.slots}>
                {others.map((offer) => (
                  <Button
                    key={offer.teacher_id}
                    icon="plus"
                    aria-label={t('own.wishAdd', { name: offer.name })}
                    onPress={() => change({ teacher_ids: [...values.teacher_ids, offer.teacher_id] })}
                  >
                    {offer.name}
                  </Button>
                ))}
              </span>
            )}
          </section>
        )}
        <div className={styles.pair}>
          <TimeField
            label={t('own.wishFrom')}
            isRequired={false}
            value={values.begins_at}
            onChange={(begins_at) => change({ begins_at })}
          />
          <TimeField
            label={t('own.wishTo')}
            isRequired={false}
            value={values.ends_at}
            errorMessage={errorOf('ends_at')}
            onChange={(ends_at) => change({ ends_at })}
          />
        </div>
        <Problem text={form.failure} />
        <div className={styles.buttons}>
          <Button type="submit" look="primary" isPending={form.isPending}>
            {t('own.wishSave')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
