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
import { ApiError, writeMoment } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
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
  /** Whom a new one is about at first; without them the whole class. */
  users?: readonly number[];
  onClose: () => void;
}

type Problems = Partial<Record<string, string>>;

/** A notice of a lesson: its words, what kind it is, whom it is about and when it was (T-2.139). */
export function NoticeForm({ entry, notice, users = [], onClose }: NoticeFormProps) {
  const { t, language } = useTranslation(['classbook', 'errors']);
  const { school } = useSelf();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const book = String(entry.classbook_id);
  const [values, setValues] = useState<NoticeValues>(() => ({
    message: notice?.message ?? '',
    category_uuid: notice?.category_uuid ?? NOTICE_CATEGORIES[0].uuid,
    occurred_at: notice?.occurred_at ?? noticeMoment(entry, new Date()),
    users: notice ? notice.users.map(({ id }) => id) : users,
    grades: notice && notice.grades.length > 0 ? notice.grades.map(({ id }) => id) : entry.grades.map(({ id }) => id),
  }));
  const [open, setOpen] = useState<'when' | 'people' | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  const { data: categories = [] } = useQuery(queryOf(classbookApi.listNoticeCategories, { params: { id: book } }));
  const people = useQuery(
    queryOf(classbookApi.listEntryUsers, { params: { id: book, entryId: String(entry.id) } }),
  ).data;
  const options = { messages: false, touches: TOUCHED_BY_NOTICES };
  const create = useMutation(mutationOf(classbookApi.createNotice, options));
  const update = useMutation(mutationOf(classbookApi.updateNotice, options));
  const change = (part: Partial<NoticeValues>) => {
    setValues((former) => ({ ...former, ...part }));
    setProblems({});
  };

  function show(found: Problems) {
    setProblems(found);
    if (Object.keys(found).length > 0) setTries((former) => former + 1);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isPending || update.isPending) return;
    setFailure(null);
    const found = noticeProblems(values);
    show(Object.fromEntries(found.map(({ field, rule, params }) => [field, t(`rules.${rule}`, params)])));
    if (found.length > 0) return;
    const body = toNoticePayload(entry.id, values);
    try {
      if (notice) {
        const params = { id: book, noticeId: String(notice.id) };
        await update.mutateAsync({ params, body: { ...body, updated_at: notice.updated_at } });
      } else await create.mutateAsync({ params: { id: book }, body });
      onClose();
    } catch (thrown) {
      // What was written stays (T-8.07).
      const { issues, code } = ApiError.from(thrown);
      show(Object.fromEntries(issues.map(({ path, message }) => [path.replace(/^body\./, ''), message])));
      if (issues.length === 0) setFailure(t('notice.saveFailed', { reason: t(`errors:${code}`) }));
    }
  }

  const names = new Map([...(notice?.users ?? []), ...(people ?? [])].map(({ id, meta }) => [id, meta.displayname]));
  const grades = entry.grades.filter(({ id }) => values.grades.includes(id)).map(({ shortcut }) => shortcut);
  const whom =
    values.users.length > 0
      ? values.users.flatMap((id) => names.get(id) ?? []).join(', ')
      : t('notice.wholeGrade', { grades: grades.join(', ') });
  return (
    <>
      <Dialog
        isOpen
        title={t(notice ? 'notice.editTitle' : 'notice.add')}
        onClose={onClose}
        closeLabel={t('close')}
        actions={
          <>
            <Button onPress={onClose}>{t('cancel')}</Button>
            <Button type="submit" form={formId} look="primary" isPending={create.isPending || update.isPending}>
              {t('save')}
            </Button>
          </>
        }
      >
        <form id={formId} ref={form} className={styles.form} onSubmit={submit} noValidate>
          <TextField
            lines={2}
            label={t('notice.message')}
            value={values.message}
            onChange={(message) => change({ message })}
            maxLength={NOTICE_MAXIMUM}
            errorMessage={problems.message}
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
              <span>{whom}</span>
            </span>
            <Button icon="user" onPress={() => setOpen('people')}>
              {t('notice.chooseUsers')}
            </Button>
          </div>
          <div className={styles.choice}>
            <span>
              <b>{t('notice.when')}</b>
              <span>{writeMoment(language, new Date(values.occurred_at), school.time_zone, 'medium')}</span>
            </span>
            <Button icon="clock" onPress={() => setOpen('when')}>
              {t('notice.changeWhen')}
            </Button>
          </div>
          <Problem text={problems.users ?? failure} />
        </form>
      </Dialog>
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
