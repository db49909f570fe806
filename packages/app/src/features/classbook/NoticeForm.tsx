import {
  classbookApi,
  type EntryHead,
  NOTICE_CATEGORIES,
  NOTICE_MAXIMUM,
  type Notice,
  type NoticeValues,
  noticeMoment,
  noticeProblems,
  toNoticePayload,
} from '@kreide/core/features/classbook';
import { writeMoment } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { toldApart } from '../../kernel/told-apart.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { TOUCHED_BY_NOTICES } from './book.ts';
import styles from './Classbook.module.css';
import { PeopleDialog } from './PeopleDialog.tsx';
import { WhenDialog } from './WhenDialog.tsx';

interface NoticeFormProps {
  entry: EntryHead;
  /** The notice to change; without it a new one is written. */
  notice?: Notice;
  /** The people that a new notice is about at first; without them the whole class. */
  users?: readonly number[];
  onClose: () => void;
}

const gradesOf = (entry: EntryHead) => entry.grades.map(({ id }) => id);

const newValues = (entry: EntryHead, users: readonly number[]): NoticeValues => ({
  message: '',
  category_uuid: NOTICE_CATEGORIES[0].uuid,
  occurred_at: noticeMoment(entry, new Date()),
  users,
  grades: gradesOf(entry),
});

const toValues = (notice: Notice, entry: EntryHead): NoticeValues => ({
  message: notice.message,
  category_uuid: notice.category_uuid,
  occurred_at: notice.occurred_at,
  users: notice.users.map(({ id }) => id),
  grades: notice.grades.length > 0 ? notice.grades.map(({ id }) => id) : gradesOf(entry),
});

/** A notice of a lesson: its words, what kind it is, whom it is about and when it was (T-2.139). */
export function NoticeForm({ entry, notice, users = [], onClose }: NoticeFormProps) {
  const { t, language } = useTranslation(['classbook', 'errors']);
  const { school } = useSelf();
  const params = { id: String(entry.classbook_id) };
  const [open, setOpen] = useState<'when' | 'people' | null>(null);
  const { data: categories = [] } = useQuery(queryOf(classbookApi.listNoticeCategories, { params }));
  const people = useQuery(
    queryOf(classbookApi.listEntryUsers, { params: { ...params, entryId: String(entry.id) } }),
  ).data;
  const options = { messages: false, touches: TOUCHED_BY_NOTICES };
  const create = useMutation(mutationOf(classbookApi.createNotice, options));
  const update = useMutation(mutationOf(classbookApi.updateNotice, options));
  const ofOne = (id: number) => ({ params: { ...params, noticeId: String(id) } });
  const form = useForm({
    initial: () => (notice ? toValues(notice, entry) : newValues(entry, users)),
    item: notice ?? null,
    fields: ['message', 'users'],
    problems: (values) =>
      noticeProblems(values).map(({ field, rule, params: words }) => ({ field, text: t(`rules.${rule}`, words) })),
    send: (values, item) => {
      const body = toNoticePayload(entry.id, values);
      return item
        ? update.mutateAsync({ ...ofOne(item.id), body: { ...body, updated_at: item.updated_at } })
        : create.mutateAsync({ params, body });
    },
    onSaved: onClose,
    newest: async () => {
      const item = await queries.fetchQuery(queryOf(classbookApi.getNotice, ofOne(notice?.id ?? 0), { staleTime: 0 }));
      return { item, values: toValues(item, entry) };
    },
    toWords: (error) => t('notice.saveFailed', { reason: toReason(t, error) }),
  });
  const { values, change, errorOf } = form;

  const names = new Map([...(notice?.users ?? []), ...(people ?? [])].map(({ id, meta }) => [id, toldApart(meta)]));
  const grades = (ids: readonly number[]) =>
    entry.grades.flatMap(({ id, shortcut }) => (ids.includes(id) ? [shortcut] : [])).join(', ');
  const whom = (written: NoticeValues) =>
    written.users.length > 0
      ? written.users.flatMap((id) => names.get(id) ?? []).join(', ')
      : t('notice.wholeGrade', { grades: grades(written.grades) });
  const when = ({ occurred_at }: NoticeValues) =>
    writeMoment(language, new Date(occurred_at), school.time_zone, 'medium');
  const parts = [
    { label: t('notice.message'), show: ({ message }: NoticeValues) => message },
    {
      label: t('notice.category'),
      show: ({ category_uuid }: NoticeValues) => categories.find(({ uuid }) => uuid === category_uuid)?.name ?? '',
    },
    { label: t('notice.whom'), show: whom },
    { label: t('notice.when'), show: when },
  ];
  return (
    <>
      <FormDialog
        title={t(notice ? 'notice.editTitle' : 'notice.add')}
        form={form}
        texts={{ send: t('save'), cancel: t('cancel') }}
        parts={parts}
        onClose={onClose}
      >
        <TextField
          lines={2}
          label={t('notice.message')}
          value={values.message}
          onChange={(message) => change({ message })}
          maxLength={NOTICE_MAXIMUM}
          errorMessage={errorOf('message')}
          autoFocus
        />
        <Select
          label={t('notice.category')}
          options={categories.map(({ uuid, name }) => ({ key: uuid, text: name }))}
          value={values.category_uuid}
          onChange={(category_uuid) => change({ category_uuid })}
        />
        <div className={styles.choice}>
          <span>
            <b>{t('notice.whom')}</b>
            <span>{whom(values)}</span>
          </span>
          <Button icon="user" onPress={() => setOpen('people')}>
            {t('notice.chooseUsers')}
          </Button>
        </div>
        <div className={styles.choice}>
          <span>
            <b>{t('notice.when')}</b>
            <span>{when(values)}</span>
          </span>
          <Button icon="clock" onPress={() => setOpen('when')}>
            {t('notice.changeWhen')}
          </Button>
        </div>
        <Problem text={errorOf('users')} />
      </FormDialog>
      {open === 'people' && (
        <PeopleDialog
          people={people ?? []}
          chosen={values.users}
          onChange={(chosen) => change({ users: chosen })}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'when' && (
        <WhenDialog
          value={values.occurred_at}
          onChange={(occurred_at) => change({ occurred_at })}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
